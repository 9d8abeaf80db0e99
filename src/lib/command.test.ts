import { expect, test } from 'vitest';
import { formatOutput } from './command.ts';

test.each([
  [
    'one object',
    { id: 1, name: 'A', at: new Date(0) },
    '{"id":1,"name":"A","at":"1970-01-01T00:00:00.000Z"}',
  ],
  ['a list', [{ id: 1 }, { id: 2 }], '{"data":[{"id":1},{"id":2}]}'],
  ['an empty list', [], '{"data":[]}'],
  ['a name with a line break', { name: 'a\nb' }, '{"name":"a\\nb"}'],
  ['a name that moves the cursor', { name: 'a\u009b2J' }, '{"name":"a\\u009b2J"}'],
  ['a name that reorders the text', { name: 'a\u202eb\ufeff' }, '{"name":"a\\u202eb\\ufeff"}'],
])('%s is one line of JSON', (_name, output, line) => {
  expect(formatOutput(output, { json: true })).toBe(line);
});

test.each([
  ['one object', { id: 1, name: 'A', none: null, on: true }, ['id    1', 'name  A', 'none  -', 'on    true']],
  [
    'a list',
    [
      { id: 1, name: 'Long name' },
      { id: 20, name: 'B' },
    ],
    ['ID  NAME', '1   Long name', '20  B'],
  ],
  ['an empty list', [], ['Nothing to list.']],
  ['a list in a field', { events: ['a', 'b'] }, ['events  ["a","b"]']],
  ['a name that moves the cursor', { name: 'a\n\u001b[2Jb' }, ['name  a??[2Jb']],
  ['a name that reorders the columns', { name: 'a\u202eb\u2066\ufeff' }, ['name  a?b??']],
])('%s is readable text', (_name, output, lines) => {
  expect(formatOutput(output, { json: false }).split('\n')).toEqual(lines);
});
