import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonFile, readTextFile, writeTextFile } from './command-files.ts';

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

test('what is written is read again, and a folder that does not exist is named', async () => {
  const path = join(folder, 'out.csv');
  await writeTextFile(path, 'question,answer\n');

  expect(readFileSync(path, 'utf8')).toBe(await readTextFile(path, 100));
  await expect(writeTextFile(join(folder, 'none', 'out.csv'), '')).rejects.toThrow(
    /cannot be written: there is no such file or folder\.$/,
  );
});
