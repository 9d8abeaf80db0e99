import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reasonKey } from '../../devices/reason.ts';
import { nextQrMs, refusalOf } from './state.ts';

test('every reason of the guide has a text', async () => {
  const guide = await readFile('docs/device-reasons.md', 'utf8');
  const [reasons = ''] = guide.split('## Health');
  const rows = reasons.split('\n').filter((line) => line.startsWith('| `') && !line.startsWith('| `reason`'));
  const codes = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z_:]+)`/g)]);

  const unknown = codes.map(([, code = '']) => code).filter((code) => reasonKey(code) === 'unknown');

  expect(codes.length).toBeGreaterThan(25);
  expect(unknown).toEqual([]);
});

test.each([
  ['no QR yet', null, 1_000],
  ['a fresh one', 90_000, 15_000],
  ['one that the gateway serves for 2 seconds more', 12_000, 2_000],
  ['one in its last seconds', 4_000, 1_000],
  ['one that has expired', -500, 1_000],
])('the next QR is asked for in time: %s', (_name, left, expected) => {
  expect(nextQrMs(left)).toBe(expected);
});

test.each([
  ['The provider could not be reached to verify the credentials. Try again shortly.', 'unreachable', ''],
  ['The provider has banned this number. Add it after the ban is lifted.', 'banned', ''],
  ['The provider did not accept the credentials: Session has expired', 'refused', 'Session has expired'],
])('a refused credential is explained in words of people: %s', (message, kind, words) => {
  expect(refusalOf(message)).toEqual({ kind, words });
});
