import { expect, test } from 'vitest';
import { reachOf } from './address-reach.ts';

test.each([
  ['http://127.0.0.1:8080', 'machine'],
  ['http://127.8.9.1', 'machine'],
  ['http://localhost:8080/l/kasir', 'machine'],
  ['http://kurir.localhost', 'machine'],
  ['http://[::1]:8080', 'machine'],
  ['http://[::ffff:127.0.0.1]', 'machine'],
  ['http://0.0.0.0:8080', 'machine'],
  ['http://192.168.1.20:8080', 'network'],
  ['http://10.0.0.5', 'network'],
  ['http://172.16.4.4', 'network'],
  ['http://100.64.0.1', 'network'],
  ['http://[fd00::1]', 'network'],
  ['http://[fe80::1]', 'network'],
  ['http://kasir:8080', 'network'],
  ['http://toko.local', 'network'],
  ['https://kurir.home.arpa', 'network'],
  ['https://kurir.example.com', 'anywhere'],
  ['https://kurir.example.com.', 'anywhere'],
  ['http://203.0.114.9', 'anywhere'],
  ['http://[2001:4860:4860::8888]', 'anywhere'],
])('%s works on this machine, in this network or anywhere: %s', (url, reach) => {
  expect(reachOf(url)).toBe(reach);
});
