/** Of 20 ms, the shortest packet of silence. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const PACKETS_PER_SECOND = 50;
const SAMPLES_PER_PACKET = 960;

/** A real voice note, Ogg with Opus, at most five seconds long: every browser and phone plays it, and hears nothing. */
export function voiceNoteOf(seconds: number): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  const tags = Buffer.from('OpusTags\x05\0\0\0kurir\0\0\0\0', 'latin1');
  const packets = Array.from({ length: seconds * PACKETS_PER_SECOND }, () => SILENCE);
  return Buffer.concat([
    pageOf([head], { flags: 2, sequence: 0, samples: 0 }),
    pageOf([tags], { flags: 0, sequence: 1, samples: 0 }),
    pageOf(packets, { flags: 4, sequence: 2, samples: packets.length * SAMPLES_PER_PACKET }),
  ]);
}

function pageOf(
  packets: readonly Buffer[],
  { flags, sequence, samples }: { flags: number; sequence: number; samples: number },
): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS', 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(BigInt(samples), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(packets.length, 26);
  const page = Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(checksumOf(page), 22);
  return page;
}

function checksumOf(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}
