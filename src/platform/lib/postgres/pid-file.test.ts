import { expect, test } from 'vitest';
import { parsePidFile } from './pid-file.ts';

const FILE = [
  '12306',
  '/proc/self/cwd',
  '1795252684',
  '5432',
  '.',
  '',
  '  9988170         9',
  'ready   ',
  '',
];

test.each(['starting', 'ready', 'stopping', 'standby'])(
  'a server that is %s says so in its pid file',
  (status) => {
    const text = FILE.with(7, status.padEnd(8)).join('\n');

    const file = parsePidFile(text);

    expect(file).toEqual({ pid: 12306, status });
  },
);

test.each([
  ['empty', ''],
  ['that of a single-user server', '-12306\n/data\n'],
  ['not one at all', 'hello\n'],
])('a pid file that is %s names no server', (_what, text) => {
  expect(parsePidFile(text)).toBeNull();
});

test('a pid file that is only half written has no status yet', () => {
  expect(parsePidFile('12306\n/proc/self/cwd\n')).toEqual({ pid: 12306, status: 'unknown' });
});
