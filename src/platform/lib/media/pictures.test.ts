import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';
import { expect, onTestFinished, test } from 'vitest';
import { pictureOf } from '../../../../test/harness/pictures.ts';
import { openPictures } from './pictures.ts';

async function opened(timeLimitMs?: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-thumbnail-'));
  const pictures = openPictures(timeLimitMs);
  onTestFinished(async () => {
    await pictures.close();
    await rm(folder, { recursive: true });
  });
  const target = () => path.join(folder, randomUUID());
  return {
    target,
    async make(bytes: Uint8Array, mimetype: string, to = target()) {
      const source = target();
      await writeFile(source, bytes);
      const made = await pictures.thumbnail({ source, target: to, size: bytes.length, mimetype });
      return made === 'made' ? readFile(to) : null;
    },
  };
}

test.each(['image/jpeg', 'image/png', 'image/webp'] as const)(
  'a picture of type %s becomes small',
  async (type) => {
    const { make } = await opened();

    const small = await make(await pictureOf(type, 800, 400), type);

    const isJpeg = small?.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
    expect(isJpeg).toBe(type === 'image/jpeg');
    if (!isJpeg) expect(PNG.sync.read(small ?? Buffer.alloc(0))).toMatchObject({ width: 320, height: 160 });
  },
);

test('a small picture keeps its size', async () => {
  const { make } = await opened();

  const small = await make(await pictureOf('image/png', 20, 10), 'image/png');

  expect(PNG.sync.read(small ?? Buffer.alloc(0))).toMatchObject({ width: 20, height: 10 });
});

test('the file of a thumbnail belongs to the user of the gateway alone', async () => {
  const { make, target } = await opened();
  const to = target();

  await make(await pictureOf('image/png', 20, 10), 'image/png', to);

  expect((await stat(to)).mode & 0o777).toBe(0o600);
});

/** A header that announces 60,000 × 60,000 pixels. */
function bomb(): Buffer {
  const png = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

test.each<[string, Buffer, string]>([
  ['a picture with too many pixels', bomb(), 'image/png'],
  ['other bytes', Buffer.from('\x89PNG\r\n\x1a\n broken', 'latin1'), 'image/png'],
  ['half of a picture', PNG.sync.write(new PNG({ width: 900, height: 900 })).subarray(0, 900), 'image/png'],
  ['a file of another type', Buffer.from('%PDF-'), 'application/pdf'],
])('%s has no thumbnail, and the next picture has one', async (_, bytes, type) => {
  const { make } = await opened();

  expect(await make(bytes, type)).toBeNull();
  expect(await make(await pictureOf('image/png', 20, 10), 'image/png')).not.toBeNull();
});

test('a picture that takes too long ends its thread, not the gateway', async () => {
  const { make } = await opened(1);

  expect(await make(await pictureOf('image/png', 2_000, 2_000), 'image/png')).toBeNull();
});
