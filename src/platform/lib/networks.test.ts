import { expect, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import { canonicalNetwork, isInside, isNetwork, isSubnet, networks, parseAddress } from './networks.ts';

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
  expect(() => networksOf('10.0.0.0/8,intranet')).toThrow(
    /^KURIR_ALLOW_NETWORKS: "10\.0\.0\.0\/8,intranet" is not allowed\. Use networks, /,
  );
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

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['10.128.0.0/9', '10.128.0.0/9'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:0DB8:0:0::/32', '2001:db8::/32'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['::/0', '::/0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7100/120', '203.0.113.0/24'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['203.0.113.7/24', null],
  ['10.64.0.0/9', null],
  ['2001:db8::1/32', null],
  ['203.0.113.1/0', null],
  ['fe80::1%eth0', null],
  ['010.0.0.1', null],
  ['10.1', null],
  ['1', null],
  [' 10.0.0.1', null],
  ['10.0.0.1/032', '10.0.0.1'],
  ['1'.repeat(1000), null],
  ['', null],
])('the canonical spelling of %j is %j', (text, expected) => {
  expect(canonicalNetwork(text)).toBe(expected);
});

test.each([
  ['10.1.0.0/16', ['10.0.0.0/8'], true],
  ['10.0.0.0/8', ['10.0.0.0/8'], true],
  ['10.0.0.1', ['fd00::/8', '10.0.0.1/32'], true],
  ['10.0.0.0/7', ['10.0.0.0/8'], false],
  ['11.0.0.0/16', ['10.0.0.0/8'], false],
  ['0.0.0.0/0', ['::/0'], false],
  ['::/0', ['0.0.0.0/0'], false],
  ['10.0.0.1', [], false],
])('whether all of %s is in %j: %s', (inner, outer, expected) => {
  expect(isSubnet(inner, networks(outer))).toBe(expected);
});
