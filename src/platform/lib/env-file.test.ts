import { expect, test } from 'vitest';
import { readEnvLines } from './env-file.ts';

test.each([
  ['A=1', '1'],
  ['  A = 1  ', '1'],
  ['export A=1', '1'],
  ['A=', ''],
  ['A=""', ''],
  ['A=1 # a comment', '1'],
  ['A= # a comment', ''],
  ['A="a # b" # a comment', 'a # b'],
  ["A='pass#word'", 'pass#word'],
  ['A=$B', '$B'],
  ['\ufeffA=1\r', '1'],
  ['A=postgres://u:p@h/db?a=b', 'postgres://u:p@h/db?a=b'],
])('reads %j', (text, value) => {
  expect(readEnvLines(text)).toEqual({ lines: [{ name: 'A', value, line: 1 }], problems: [] });
});

test.each([
  ['A 1', 'is not NAME=value'],
  ['1A=1', 'is not NAME=value'],
  ['A-B=1', 'is not NAME=value'],
  ['A="secret', 'the quotes of A do not enclose one value on this line'],
  ['A="secret" more', 'the quotes of A do not enclose one value on this line'],
  ['A=pass#word', 'A needs quotes, because its value has a #'],
  ['A=#word', 'A needs quotes, because its value has a #'],
])('names the mistake in %j, and not the value', (text, problem) => {
  const { lines, problems } = readEnvLines(`\n# first\n${text}\nB=2`);

  expect(problems).toEqual([{ line: 3, problem }]);
  expect(lines).toEqual([{ name: 'B', value: '2', line: 4 }]);
});
