import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clausesOf, readContract } from './contract-document.ts';
import { NOTHING_TO_PROVE } from './nothing-to-prove.ts';

/** The contract is what customers were promised: a new version of it is a new document. */
const CONTRACT_SHA256 = '03bb9664c25c1d65a0ccff8e989d3a864bd2b930e64fc068a833df70f0b4d469';

const FOLDER = new URL('./', import.meta.url);
const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts') && name !== 'complete.test.ts')
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));

const names = clausesOf(readContract()).map(({ name }) => name);
/** What the tests say they prove; `contract(` begins a line and its name is plain text. */
const proved = sources.flatMap((source) =>
  [...source.matchAll(/^contract\(\s*'([^'\\]+)',/gm)].map(([, name = '']) => name),
);
const setAside = Object.keys(NOTHING_TO_PROVE);

test('the contract is in the repository, byte for byte', () => {
  expect(createHash('sha256').update(readContract()).digest('hex')).toBe(CONTRACT_SHA256);
});

test('no line of the contract is left out: each is a clause, or introduces some', () => {
  const lines = readContract()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const headings = lines.filter((line) => line.startsWith('#'));
  const rulers = lines.filter((line) => line.startsWith('|---'));
  const introductions = lines.filter((line) => /^[^-|].*:$/.test(line));

  // A table has one head above each ruler.
  expect(names).toHaveLength(lines.length - headings.length - 2 * rulers.length - introductions.length);
  expect(new Set(names).size).toBe(names.length);
});

test('every clause of the contract is proved or has nothing to prove', () => {
  expect(names.filter((name) => !proved.includes(name) && !setAside.includes(name))).toEqual([]);
});

test('nothing is proved twice, or although there is nothing to prove', () => {
  const said = [...proved, ...setAside];

  expect(said.filter((name, n) => said.indexOf(name) !== n)).toEqual([]);
});

test('nothing is proved or set aside that the contract does not say', () => {
  expect([...proved, ...setAside].filter((name) => !names.includes(name))).toEqual([]);
});

test('no test escapes the count', () => {
  const calls = sources.flatMap((source) => source.match(/\bcontract\(/g) ?? []);
  const others = sources.flatMap((source) => source.match(/\b(test|it|describe)(\.\w+)*\(/g) ?? []);

  expect(calls).toHaveLength(proved.length);
  expect(others).toEqual([]);
});
