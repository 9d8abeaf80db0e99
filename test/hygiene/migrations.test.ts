import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MERGED_MIGRATIONS } from '../../src/platform/lib/db/merged-migrations.ts';

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));

test('a merged migration is never edited: every schema change is a new file', async () => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();

  const hashes = Object.fromEntries(
    await Promise.all(
      files.map(async (name) => {
        const text = await readFile(`${FOLDER}${name}`);
        return [name, createHash('sha256').update(text).digest('hex')] as const;
      }),
    ),
  );

  expect(hashes).toEqual(MERGED_MIGRATIONS);
});

/** SHA-256 of the first lines of the list: their hashes never change either. */
const FROZEN = { migrations: 17, sha256: '24fc056928f99061835e74034ae4d4ef756c42cb27169aa918b7b5ccffd78cae' };

test('the list of merged migrations only grows', () => {
  const first = Object.entries(MERGED_MIGRATIONS).sort().slice(0, FROZEN.migrations);

  expect(createHash('sha256').update(JSON.stringify(first)).digest('hex')).toBe(FROZEN.sha256);
});
