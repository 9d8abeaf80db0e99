import { expect, test } from 'vitest';
import { mayControlSandbox } from './sandbox-guard.ts';

const TOKEN = 'a-token-of-the-operator';

test.each([
  ['127.0.0.1', { host: '127.0.0.1:8080' }],
  ['127.0.0.1', { host: 'localhost' }],
  ['::1', { host: '[::1]:8080' }],
  ['::ffff:127.0.0.1', { host: 'localhost:8080' }],
  ['127.0.0.1', { host: 'localhost:8080', origin: 'http://localhost:5173' }],
])('a program on this machine may (%s, %j)', (remoteAddress, headers) => {
  expect(mayControlSandbox({ remoteAddress, headers }, undefined)).toBe(true);
});

test.each([
  ['another machine', '192.168.1.7', { host: 'localhost:8080' }],
  ['an unknown address', undefined, { host: 'localhost:8080' }],
  ['no Host', '127.0.0.1', {}],
  ['a rebound name', '127.0.0.1', { host: 'evil.example:8080' }],
  ['a name that only begins like loopback', '127.0.0.1', { host: '127.0.0.1.evil.example' }],
  ['a page of another site', '127.0.0.1', { host: 'localhost:8080', origin: 'https://evil.example' }],
  ['a page without origin', '127.0.0.1', { host: 'localhost:8080', origin: 'null' }],
  ['a proxy', '127.0.0.1', { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy, standard header', '127.0.0.1', { host: 'localhost:8080', forwarded: 'for=127.0.0.1' }],
  ['a proxy that names itself', '127.0.0.1', { host: 'localhost:8080', via: '1.1 proxy' }],
  ['a tunnel', '127.0.0.1', { host: 'localhost:8080', 'cf-connecting-ip': '203.0.113.1' }],
])('refused: %s', (_name, remoteAddress, headers) => {
  expect(mayControlSandbox({ remoteAddress, headers }, TOKEN)).toBe(false);
});

test('from elsewhere the token opens, and a wrong one does not', () => {
  const caller = (token: string) => ({
    remoteAddress: '192.168.1.7',
    headers: { host: 'kurir.example', 'x-forwarded-for': '203.0.113.1', 'x-sandbox-token': token },
  });

  const answers = [TOKEN, 'a-token-of-the-operatoR', ''].map((token) =>
    mayControlSandbox(caller(token), TOKEN),
  );

  expect(answers).toEqual([true, false, false]);
});

test('without a configured token none opens', () => {
  const caller = { remoteAddress: '192.168.1.7', headers: { host: 'kurir.example', 'x-sandbox-token': '' } };

  expect(mayControlSandbox(caller, undefined)).toBe(false);
});
