import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readTree } from '../hygiene/tree.ts';

/** Of a warning or an error, of a level that is computed, of repeated work, and of a tally. */
const FORMS = [
  /log(?:\.(?:warn|error)|\[[^\]]*\])\([^;]*?'([a-z_]+\.[a-z_.]+)'\s*,?\s*\)/g,
  /\bfailed: '([a-z_]+\.[a-z_.]+)'/g,
];
const TALLY = /\bname: '([a-z_]+\.[a-z_.]+)'/g;
const IS_TEST = /\.test\.ts$|\/test-[^/]+\.ts$/;

async function eventsOfCode(): Promise<Set<string>> {
  const sources = (await readTree()).filter(({ path }) => /^src\/.*\.ts$/.test(path) && !IS_TEST.test(path));
  const found = sources.flatMap(({ text }) =>
    [...FORMS, ...(text.includes('openTally') ? [TALLY] : [])].flatMap((form) => [...text.matchAll(form)]),
  );
  return new Set(found.map(([, event = '']) => event));
}

test('every warning and error of the log is in the guide, and the guide names no other', async () => {
  const guide = await readFile(new URL('../../docs/log-events.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );

  const code = await eventsOfCode();

  expect(code.size).toBeGreaterThan(100);
  expect(named.toSorted()).toEqual([...code].toSorted());
});
