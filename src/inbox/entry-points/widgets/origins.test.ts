import { expect, test } from 'vitest';
import { isUnsafe, readOrigin } from './origins.ts';

test.each([
  ['https://shop.example', 'https://shop.example'],
  [' HTTPS://Shop.Example/ ', 'https://shop.example'],
  ['https://shop.example:443', 'https://shop.example'],
  ['http://localhost:80', 'http://localhost'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://*.shop.example', 'https://*.shop.example'],
  ['https://*.Shop.example:8443', 'https://*.shop.example:8443'],
  ['https://tökö.example', 'https://xn--tk-fkab.example'],
  ['http://127.0.0.1:5500', 'http://127.0.0.1:5500'],
])('an origin has one spelling: %s', (text, origin) => {
  expect(readOrigin(text)).toEqual({ origin });
});

const NO_ORIGIN =
  'must be a web site with its https://, such as https://shop.example or https://*.shop.example';

test.each([
  ['shop.example', NO_ORIGIN],
  ['*', NO_ORIGIN],
  ['null', NO_ORIGIN],
  ['', NO_ORIGIN],
  ['https://', NO_ORIGIN],
  ['https://*', NO_ORIGIN],
  ['https://*.', NO_ORIGIN],
  ['ftp://shop.example', NO_ORIGIN],
  ['javascript:alert(1)', NO_ORIGIN],
  ['https://shop.example https://evil.example', NO_ORIGIN],
  ["https://shop.example;script-src 'none'", NO_ORIGIN],
  ['https://shop.example;x', NO_ORIGIN],
  ['https://shop.example,x', NO_ORIGIN],
  ['https://sh*p.example', NO_ORIGIN],
  ['https://*.*.example', NO_ORIGIN],
  ['https://a.*.example', NO_ORIGIN],
  ['https://*.1.2.3.4', NO_ORIGIN],
  ['https://*.example', 'must name a site after *, such as https://*.shop.example'],
  ['https://shop.example/toko', 'must have no path: https://shop.example'],
  ['https://shop.example?x=1', 'must have no path: https://shop.example'],
  ['https://shop.example#x', 'must have no path: https://shop.example'],
  ['http://[::1]:8080', 'must have a name or an IPv4 address: browsers compare no IPv6 addresses'],
  ['https://me:pw@shop.example', 'must not contain a user name or password'],
  ['https://shop.example@evil.example', 'must not contain a user name or password'],
])('what is no origin is refused: %s', (text, problem) => {
  expect(readOrigin(text)).toEqual({ problem });
});

test.each([
  ['https://shop.example', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.1', false],
  ['http://shop.example', true],
  ['http://*.shop.example', true],
  ['http://localhost.evil.example', true],
])('whether an origin is unsafe: %s %j', (origin, expected) => {
  expect(isUnsafe(origin)).toBe(expected);
});
