import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createHttp } from './http.ts';
import { sendStrictTransport } from './strict-transport.ts';

const PROXY = '10.0.0.1';
const SECURE = { host: 'kurir.example', 'x-forwarded-proto': 'https' };

test.each([
  ['over HTTPS of a trusted proxy', PROXY, SECURE, true],
  [
    'from a proxy that names no protocol, to the public HTTPS address',
    PROXY,
    { host: 'kurir.example' },
    true,
  ],
  ['over plain HTTP of a trusted proxy', PROXY, { ...SECURE, 'x-forwarded-proto': 'http' }, false],
  ['from a stranger who claims HTTPS', '198.51.100.7', SECURE, false],
  ['over plain HTTP to another name', PROXY, { host: 'other.example' }, false],
  ['to this machine', PROXY, { ...SECURE, host: 'localhost' }, false],
  ['to a port, because other ports may have no TLS', PROXY, { ...SECURE, host: 'kurir.example:8443' }, false],
])('a call %s gets Strict-Transport-Security, or not', async (_which, remoteAddress, headers, isExpected) => {
  const http = createHttp({ log: silentLog, bodyLimit: 1, trustedProxies: [PROXY] });
  onTestFinished(() => http.close());
  sendStrictTransport(http, 'https://kurir.example/kurir');

  const answer = await http.inject({ url: '/unknown', remoteAddress, headers });

  expect(answer.statusCode).toBe(404);
  expect(answer.headers['strict-transport-security']).toBe(isExpected ? 'max-age=31536000' : undefined);
});
