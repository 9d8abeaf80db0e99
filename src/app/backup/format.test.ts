import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readManifest, readSums } from './format.ts';

const files = {
  address: '/srv/backups/kurir-2026-02-01T19-00-00Z',
  isThere: async () => true,
  open: async () => Readable.from(endless()),
};

function* endless() {
  for (;;) yield Buffer.alloc(1024, 'x');
}

test('a manifest and sums without an end are damaged', async () => {
  const manifest = readManifest(files);
  const sums = readSums(files, { files: 3 }).next();

  await expect(manifest).rejects.toThrow('manifest.json is missing or damaged');
  await expect(sums).rejects.toThrow('SHA256SUMS is damaged or missing');
});

test('sums have a line for each file, also without an end of the last line', async () => {
  const text = `${'0'.repeat(64)}  media/struk é.png\n${'1'.repeat(64)}  manifest.json`;
  const found = { ...files, open: async () => Readable.from([Buffer.from(text)]) };

  const lines: object[] = [];
  for await (const line of readSums(found, { files: 2 })) lines.push(line);

  expect(lines).toEqual([
    { sha256: '0'.repeat(64), path: 'media/struk é.png' },
    { sha256: '1'.repeat(64), path: 'manifest.json' },
  ]);
});
