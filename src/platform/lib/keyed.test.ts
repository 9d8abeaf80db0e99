import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf, issueText } from './check-fields.ts';
import { keyed } from './keyed.ts';

const schema = z.object({ cells: keyed(z.string().max(3), z.string(), { max: 2, things: 'cells' }) });
const errorsOf = (cells: unknown) => {
  const { error } = schema.safeParse({ cells }, { error: issueText });
  return error && fieldErrorsOf(error).errors;
};

test.each([
  ['the largest object', { a: 'x', b: 'y' }, undefined],
  ['an empty object', {}, undefined],
  [
    'too many keys, whose values nothing checks',
    { a: 1, b: 2, c: 3 },
    { cells: ['must have at most 2 cells'] },
  ],
  ['a value of another kind', { a: 1 }, { 'cells.a': ['must be a string'] }],
  ['no object', [], { cells: ['must be an object'] }],
  ['nothing', undefined, { cells: ['is required'] }],
])('%s', (_name, given, errors) => {
  expect(errorsOf(given)).toEqual(errors);
});
