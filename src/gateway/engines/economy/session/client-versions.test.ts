import { DEFAULT_CONNECTION_CONFIG } from 'baileys';
import { expect, test } from 'vitest';
import { ClientVersions } from './client-versions.ts';

const OWN = DEFAULT_CONNECTION_CONFIG.version;

test('the configured versions come first, then the version of Baileys, then the first one again', () => {
  const versions = new ClientVersions(['2.3000.10', '2.3000.20']);
  const seen = [versions.current];

  for (let round = 0; round < 3; round += 1) {
    versions.reject(versions.current);
    seen.push(versions.current);
  }

  expect(seen).toEqual([[2, 3000, 10], [2, 3000, 20], OWN, [2, 3000, 10]]);
});

test('fifty rejections of one version move on to the next version only', () => {
  const versions = new ClientVersions(['2.3000.10', '2.3000.20']);

  for (let session = 0; session < 50; session += 1) versions.reject([2, 3000, 10]);

  expect(versions.current).toEqual([2, 3000, 20]);
});

test('without a setting it is the version of Baileys', () => {
  expect(new ClientVersions([]).current).toEqual(OWN);
});

test('a malformed version throws', () => {
  expect(() => new ClientVersions(['latest'])).toThrow('Not a client version: latest');
});
