import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { pictureOf } from '../../../../test/harness/pictures.ts';
import { plainPng } from './plain-png.ts';

const HEADER_END = 33;

/** The picture with another chunk after its header. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return Buffer.concat([png.subarray(0, HEADER_END), chunk, png.subarray(HEADER_END)]);
}

test('a PNG loses its colour profile and texts, and keeps its pixels', async () => {
  const png = await pictureOf('image/png', 30, 20);
  const profile = Buffer.concat([Buffer.from('name\0\0', 'latin1'), deflateSync(Buffer.alloc(1_000_000))]);

  const plain = plainPng(withChunk(withChunk(png, 'iCCP', profile), 'zTXt', profile));

  expect(Buffer.from(plain).equals(png)).toBe(true);
});

test('palette and transparency stay', () => {
  // One pixel with the value 0: black becomes the only colour of the palette, which is half transparent.
  const black = new PNG({ width: 1, height: 1 });
  black.data.set([0, 0, 0, 255]);
  let png = PNG.sync.write(black, { colorType: 0 });
  png[25] = 3;
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  png = withChunk(png, 'tRNS', Buffer.from([128]));
  png = withChunk(png, 'PLTE', Buffer.from([10, 20, 30]));

  const { data } = PNG.sync.read(Buffer.from(plainPng(png)));

  expect([...data]).toEqual([10, 20, 30, 128]);
});

test.each(['image/jpeg', 'image/webp'] as const)('a file of type %s stays as it is', async (type) => {
  const file = await pictureOf(type, 30, 20);

  expect(plainPng(file)).toBe(file);
});

test.each([0, 7, 8, 20, 60])('a PNG that ends after %d bytes stays cut', async (length) => {
  const png = (await pictureOf('image/png', 30, 20)).subarray(0, length);

  expect(plainPng(png).length).toBeLessThanOrEqual(length);
});
