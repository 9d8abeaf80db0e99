import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonFile } from './command-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'kurir-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const Rule = z.object({ name: z.string() });
const file = (content: string | Buffer) => {
  const path = join(folder, 'rule.json');
  writeFileSync(path, content);
  return path;
};

test('a file of the operator is JSON of the schema', async () => {
  expect(await readJsonFile(file('{"name":"Harga"}'), Rule, 100)).toEqual({ name: 'Harga' });
});

test.each<[string, () => string, RegExp]>([
  [
    'a missing file',
    () => join(folder, 'none.json'),
    /none\.json cannot be read: there is no such file or folder\.$/,
  ],
  ['a folder', () => folder, /is no file\.$/],
  ['text that is no JSON', () => file('{name}'), /rule\.json is no JSON\.$/],
  ['a wrong field', () => file('{"name":1}'), /rule\.json: name: must be a string$/],
  ['a large file', () => file(' '.repeat(101)), /is too large: at most 100 bytes\.$/],
  ['bytes that are no text', () => file(Buffer.from([0xff, 0xff])), /is no UTF-8 text\.$/],
])('%s is named with its problem', async (_what, path, message) => {
  const reading = readJsonFile(path(), Rule, 100);

  await expect(reading).rejects.toMatchObject({
    kind: 'invalid_usage',
    message: expect.stringMatching(message),
  });
});
