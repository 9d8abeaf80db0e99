import { ReadingFailed } from './reading.ts';

const END_MARK = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY_MARK = 0x02014b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 5_000;
/** Of all parts, unpacked. */
const MAX_UNPACKED = 100 * 1024 * 1024;

/** A few kilobytes can unpack to gigabytes. Wrong sizes meet the limits of memory and time. */
export function requireSmallZip(bytes: Buffer): void {
  const end = bytes.lastIndexOf(END_MARK);
  if (end === -1 || end < bytes.length - END_BYTES - MAX_COMMENT || end + END_BYTES > bytes.length) {
    throw new ReadingFailed('broken');
  }
  const entries = bytes.readUInt16LE(end + 10);
  if (entries > MAX_ENTRIES) throw new ReadingFailed('too_complex');
  let at = bytes.readUInt32LE(end + 16);
  let unpacked = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_MARK) throw new ReadingFailed('broken');
    unpacked += bytes.readUInt32LE(at + 24);
    if (unpacked > MAX_UNPACKED) throw new ReadingFailed('too_complex');
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
