import { DEFAULT_CONNECTION_CONFIG } from 'baileys';
import { expect, test } from 'vitest';
import { VersionChoice } from './client-versions.ts';

const OWN = DEFAULT_CONNECTION_CONFIG.version;

test('given versions come first, the one of the library last, then all over again', () => {
  const choice = new VersionChoice(['2.3000.10', '2.3000.20']);
  const seen = [choice.current];

  for (let round = 0; round < 3; round += 1) {
    choice.reject(choice.current);
    seen.push(choice.current);
  }

  expect(seen).toEqual([[2, 3000, 10], [2, 3000, 20], OWN, [2, 3000, 10]]);
});

test('many sessions refused with one version move on by one', () => {
  const choice = new VersionChoice(['2.3000.10', '2.3000.20']);

  for (let session = 0; session < 50; session += 1) choice.reject([2, 3000, 10]);

  expect(choice.current).toEqual([2, 3000, 20]);
});

test('without settings it is the version of the library', () => {
  expect(new VersionChoice([]).current).toEqual(OWN);
});

test('a malformed version is refused at once', () => {
  expect(() => new VersionChoice(['latest'])).toThrow('Not a client version: latest');
});
