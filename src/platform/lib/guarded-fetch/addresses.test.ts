import { expect, test } from 'vitest';
import { addressRules } from './addresses.ts';

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '100.63.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:831::200e',
  '::ffff:1.1.1.1',
])('%s is public', (address) => {
  expect(addressRules([]).judge(address, 443)).toBeNull();
});

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.255.255.255'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local and metadata', '169.254.169.254'],
  ['metadata of Azure', '168.63.129.16'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Oracle', '192.0.0.192'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.9'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped private', '::ffff:a00:1'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['discard', '100::1'],
  ['Teredo', '2001::1'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local, metadata of AWS', 'fd00:ec2::254'],
  ['metadata of Google', 'fd20:ce::254'],
  ['link-local', 'fe80::1'],
  ['link-local with zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['no address at all', 'localhost'],
  ['no address at all', ''],
])('%s: %s is refused', (_, address) => {
  expect(addressRules([]).judge(address, 443)).toBe('blocked_address');
});

test('public addresses are open on the ports of web servers only', () => {
  const judge = (port: number) => addressRules([]).judge('1.1.1.1', port);

  expect([80, 443, 8080, 8443].map(judge)).toEqual([null, null, null, null]);
  expect([22, 25, 5432, 6379, 8081].map(judge)).toEqual(Array(5).fill('blocked_port'));
});

test('an allowed network is open on every port, its neighbour is not', () => {
  const { judge } = addressRules(['10.1.0.0/16', 'fd12::/16', '192.168.7.9']);

  expect(judge('10.1.2.3', 5432)).toBeNull();
  expect(judge('::ffff:10.1.2.3', 5432)).toBeNull();
  expect(judge('fd12::9', 3000)).toBeNull();
  expect(judge('192.168.7.9', 3000)).toBeNull();
  expect(judge('10.2.0.1', 80)).toBe('blocked_address');
  expect(judge('192.168.7.8', 80)).toBe('blocked_address');
});

test('no allowed network opens cloud metadata', () => {
  const { judge } = addressRules(['0.0.0.0/0', '::/0']);

  expect(judge('169.254.169.254', 80)).toBe('blocked_address');
  expect(judge('::ffff:169.254.169.254', 80)).toBe('blocked_address');
  expect(judge('fd00:ec2::254', 80)).toBe('blocked_address');
  expect(judge('64:ff9b::169.254.169.254', 80)).toBe('blocked_address');
  expect(judge('64:ff9b::6464:64c8', 80)).toBe('blocked_address');
  expect(judge('2002:a9fe:a9fe::1', 80)).toBe('blocked_address');
  expect(judge('64:ff9b::10.0.0.1', 80)).toBeNull();
  expect(judge('10.0.0.1', 80)).toBeNull();
});
