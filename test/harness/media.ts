import { tmpdir } from 'node:os';
import { MEBIBYTE } from '../../src/platform/lib/bytes.ts';
import { createGuardedClient } from '../../src/platform/lib/guarded-fetch/client.ts';
import {
  createMediaFetcher,
  type MediaFetcher,
  type MediaFetcherOptions,
} from '../../src/platform/lib/media/fetcher.ts';

/** A fetcher that may reach this machine; it keeps no connections, so there is nothing to close. */
export function testMedia(options: Partial<MediaFetcherOptions> = {}): MediaFetcher {
  return createMediaFetcher({
    client: createGuardedClient({ allowNetworks: ['127.0.0.0/8'] }),
    pictures: { convert: async () => null },
    folder: tmpdir(),
    maxBytes: { image: MEBIBYTE, audio: MEBIBYTE, video: MEBIBYTE, document: 32 * MEBIBYTE },
    timeoutMs: 20_000,
    waitsMs: [10, 10],
    ...options,
  });
}

const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from(`ftyp${brand}\0\0\0\0isom`, 'latin1')]);

/** The first bytes of files that the network carries, with the type a server gives them. */
export const HEADS = {
  jpeg: { type: 'image', head: Buffer.from([0xff, 0xd8, 0xff, 0xe0]), mimetype: 'image/jpeg' },
  png: { type: 'image', head: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), mimetype: 'image/png' },
  webp: { type: 'image', head: Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), mimetype: 'image/webp' },
  mp4: { type: 'video', head: box('mp42'), mimetype: 'video/mp4' },
  threeGp: { type: 'video', head: box('3gp5'), mimetype: 'video/3gpp' },
  opus: {
    type: 'audio',
    head: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')]),
    mimetype: 'audio/ogg; codecs=opus',
  },
  mp3: { type: 'audio', head: Buffer.from([0xff, 0xfb, 0x90, 0x00]), mimetype: 'audio/mpeg' },
  id3: { type: 'audio', head: Buffer.from('ID3\x04\0', 'latin1'), mimetype: 'audio/mpeg' },
  aac: { type: 'audio', head: Buffer.from([0xff, 0xf1, 0x50, 0x80]), mimetype: 'audio/aac' },
  m4a: { type: 'audio', head: box('M4A '), mimetype: 'audio/mp4' },
  amr: { type: 'audio', head: Buffer.from('#!AMR\n'), mimetype: 'audio/amr' },
  pdf: { type: 'document', head: Buffer.from('%PDF-1.7\n'), mimetype: 'application/pdf' },
} as const;

/** A file of this format and size. All files differ. */
export function fileOf(format: keyof typeof HEADS, size = 20_000): Buffer {
  const { head } = HEADS[format];
  const rest = Buffer.alloc(Math.max(0, size - head.length));
  for (let at = 0; at < rest.length; at += 4)
    rest.writeUInt32LE((at * 2_654_435_761) >>> 0, Math.min(at, rest.length - 4));
  return Buffer.concat([head, rest]);
}
