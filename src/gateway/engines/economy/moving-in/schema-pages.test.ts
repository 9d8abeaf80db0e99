import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { schemaProblem } from './schema-pages.ts';

const PAGE = 512;

/** Page 1 names these pages; each of them has these entries. */
function crafted(named: readonly number[], entries = 0): Buffer {
  const file = Buffer.alloc(PAGE * 4);
  file.writeUInt16BE(PAGE, 16);
  file.writeUInt8(5, 100);
  file.writeUInt16BE(named.length - 1, 103);
  file.writeUInt32BE(named.at(-1) ?? 0, 108);
  for (const [n, page] of named.slice(0, -1).entries()) {
    file.writeUInt16BE(400 + 4 * n, 112 + 2 * n);
    file.writeUInt32BE(page, 400 + 4 * n);
  }
  for (const page of [2, 3, 4]) {
    file.writeUInt8(13, (page - 1) * PAGE);
    file.writeUInt16BE(entries, (page - 1) * PAGE + 3);
  }
  return file;
}

test('a schema over several pages is whole', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`pragma page_size = ${PAGE}`);
  for (let n = 0; n < 60; n += 1) db.exec(`create table t${n} (a text, b text, c text)`);

  expect(schemaProblem(Buffer.from(db.serialize()))).toBeNull();
  expect(schemaProblem(crafted([2, 3, 4]))).toBeNull();
});

test.each([
  ['one page many times', crafted([2, 2, 2]), 'has no whole schema'],
  ['itself', crafted([2, 1]), 'has no whole schema'],
  ['a page behind its end', crafted([2, 9]), 'has no whole schema'],
  ['more entries than a gateway has', crafted([2, 3], 600), 'has more than 1000 tables and indexes'],
])('a schema that names %s is refused before SQLite reads it', (_, file, problem) => {
  expect(schemaProblem(file)).toBe(problem);
});
