const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const NEEDED: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** Length, type and checksum. */
const FRAME_BYTES = 12;

/** A colour profile of 1 MiB can unpack to 1 GiB. Other formats stay. */
export function plainPng(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return file;
  const parts: Buffer[] = [SIGNATURE];
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= bytes.length; ) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at);
    // The decoder reports a cut file.
    if (NEEDED.includes(bytes.toString('latin1', at + 4, at + 8))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}
