import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { isInside, isNetwork, networks, parseAddress } from './networks.ts';

test.each([
  '10.0.0.0/33',
  '10.0.0.0/',
  'fd00::/129',
  'example.com',
  '10.0.0/8',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '',
])('%j is no network', (text) => {
  expect(isNetwork(text)).toBe(false);
  expect(() => networks([text])).toThrow(`Not a network: "${text}"`);
});

test.each(['10.0.0.0/8', '10.0.0.1', 'fd00::/8', '::1', '0.0.0.0/0'])('%s is a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

test('the settings refuse what is no network before anything starts', () => {
  const networksOf = (text: string) => loadConfig({ KURIR_ALLOW_NETWORKS: text }).KURIR_ALLOW_NETWORKS;

  expect(networksOf('10.0.0.0/8, fd00::/8')).toEqual(['10.0.0.0/8', 'fd00::/8']);
  expect(() => networksOf('10.0.0.0/8,intranet')).toThrow(/^KURIR_ALLOW_NETWORKS: networks look like/);
});

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['::ffff:10.1.2.3', '10.0.0.0/8', true],
  ['10.1.2.3', '::ffff:10.0.0.0/104', true],
  ['11.1.2.3', '::ffff:10.0.0.0/104', false],
  ['2001:db8::1', '2001:DB8::/32', true],
  ['10.1.2.3', '::/0', false],
])('whether %s is in %s: %s', (address, network, expected) => {
  const parsed = parseAddress(address);

  expect(parsed !== null && isInside(parsed, networks([network]))).toBe(expected);
});
