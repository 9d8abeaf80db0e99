import { expect, test } from 'vitest';
import { CATALOGUES } from '../texts/test-texts.ts';
import { failureKeyOf } from './codes.ts';
import { BROADCAST_CODES, MESSAGE_CODES } from './test-codes.ts';

test('broadcasts, lists and reports have words for every code of a failed message, in both languages', () => {
  const codes = [...MESSAGE_CODES, ...BROADCAST_CODES];

  const unknown = codes.filter((code) => failureKeyOf(code) === 'other');
  const silent = CATALOGUES.flatMap(([language, { rare, reports }]) =>
    codes
      .map(failureKeyOf)
      .filter((key) => !rare.failures[key] || !reports.messagesFailures[`${key}Do`])
      .map((key) => `${language}: ${key}`),
  );

  expect(codes.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
  expect(silent).toEqual([]);
});
