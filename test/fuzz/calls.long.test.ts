import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goodCall, someCall } from './calls.ts';
import { readDocument } from './document.ts';
import { type LookUp, writeJson } from './json-text.ts';

const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
const document = readDocument(JSON.parse(text));
const UUIDS = ['devices', 'entry-points', 'people', 'widgets'];
const lookUp: LookUp = ({ collection }) =>
  UUIDS.includes(collection) ? '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11' : 4711;

test('a generated valid body matches the document', () => {
  const refused = document.operations.flatMap((operation) =>
    fc.sample(goodCall(document, operation), { seed: 1, numRuns: 200 }).flatMap(({ body }) => {
      const written = body && writeJson(body, lookUp);
      const complaints = written ? operation.body?.complaints(JSON.parse(written)) : [];
      return complaints?.length ? [`${operation.name}: ${written} ${complaints}`] : [];
    }),
  );

  expect(refused).toEqual([]);
});

test('the calls cover all operations and variants', () => {
  const calls = fc.sample(someCall(document), { seed: 1, numRuns: 20 * document.operations.length });
  const sending = document.operations.filter(({ name }) => name === 'sendMessage');
  const sends = fc.sample(someCall({ ...document, operations: sending }), { seed: 1, numRuns: 500 });

  const flavours = new Set(calls.map(({ flavour }) => flavour));
  const flavoursOfSends = new Set(sends.map(({ flavour }) => flavour));

  expect(new Set(calls.map(({ operation }) => operation.name)).size).toBe(document.operations.length);
  expect(flavours.size).toBe(12);
  expect(flavoursOfSends).toEqual(new Set([...flavours].filter((name) => name !== 'path')));
});

test('a seed reproduces its calls', () => {
  const [first, second] = [1, 2].map(() => fc.sample(someCall(document), { seed: 3, numRuns: 200 }));

  expect(JSON.stringify(first)).toBe(JSON.stringify(second));
});
