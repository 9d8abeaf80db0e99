import { expect, test } from 'vitest';
import { mayControlSandbox } from './guard.ts';

const TOKEN = 'a-token-of-the-operator';
const CLOSED = { token: TOKEN, open: false };
const OPEN = { token: TOKEN, open: true };

const DIRECT = [
  ['127.0.0.1', { host: '127.0.0.1:8080' }],
  ['127.0.0.1', { host: 'localhost' }],
  ['::1', { host: '[::1]:8080' }],
  ['::ffff:127.0.0.1', { host: 'localhost:8080' }],
  ['127.0.0.1', { host: 'localhost:8080', origin: 'http://localhost:8080' }],
  ['127.0.0.1', { host: 'localhost', origin: 'http://localhost' }],
] as const;

test.each(DIRECT)('a program on this machine needs the token (%s, %j)', (clientAddress, headers) => {
  const withToken = { clientAddress, headers: { ...headers, 'x-sandbox-token': TOKEN } };

  expect(mayControlSandbox({ clientAddress, headers }, CLOSED)).toBe(false);
  expect(mayControlSandbox(withToken, CLOSED)).toBe(true);
});

test.each(DIRECT)('with an open door it needs none (%s, %j)', (clientAddress, headers) => {
  expect(mayControlSandbox({ clientAddress, headers }, OPEN)).toBe(true);
});

test.each([
  ['another machine', '192.168.1.7', { host: 'localhost:8080' }],
  ['no Host', '127.0.0.1', {}],
  ['a rebound name', '127.0.0.1', { host: 'evil.example:8080' }],
  ['a name that only begins like loopback', '127.0.0.1', { host: '127.0.0.1.evil.example' }],
  ['a page of another site', '127.0.0.1', { host: 'localhost:8080', origin: 'https://evil.example' }],
  ['a page of another port', '127.0.0.1', { host: 'localhost:8080', origin: 'http://localhost:5173' }],
  ['a page of the default port', '127.0.0.1', { host: 'localhost:8080', origin: 'http://localhost' }],
  ['a page of another name', '127.0.0.1', { host: '127.0.0.1:8080', origin: 'http://localhost:8080' }],
  ['a page without origin', '127.0.0.1', { host: 'localhost:8080', origin: 'null' }],
  ['a proxy', '127.0.0.1', { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy, standard header', '127.0.0.1', { host: 'localhost:8080', forwarded: 'for=127.0.0.1' }],
  ['a proxy that names itself', '127.0.0.1', { host: 'localhost:8080', via: '1.1 proxy' }],
  ['a tunnel', '127.0.0.1', { host: 'localhost:8080', 'cf-connecting-ip': '203.0.113.1' }],
  ['a wrong token', '127.0.0.1', { host: 'localhost:8080', 'x-sandbox-token': `${TOKEN}s` }],
  ['an empty token', '127.0.0.1', { host: 'localhost:8080', 'x-sandbox-token': '' }],
])('an open door refuses: %s', (_name, clientAddress, headers) => {
  expect(mayControlSandbox({ clientAddress, headers }, OPEN)).toBe(false);
});

test('from elsewhere the token opens, and a wrong one does not', () => {
  const caller = (token: string) => ({
    clientAddress: '192.168.1.7',
    headers: { host: 'kurir.example', 'x-forwarded-for': '203.0.113.1', 'x-sandbox-token': token },
  });

  const answers = [TOKEN, 'a-token-of-the-operatoR', ''].map((token) =>
    mayControlSandbox(caller(token), CLOSED),
  );

  expect(answers).toEqual([true, false, false]);
});

test('a page of another port on this machine is refused even with the token', () => {
  const page = (origin: string) => ({
    clientAddress: '127.0.0.1',
    headers: { host: '127.0.0.1:8080', 'x-sandbox-token': TOKEN, origin },
  });

  const answers = ['http://127.0.0.1:3000', 'http://[::1]:8080', 'http://127.0.0.1:8080'].map((origin) =>
    mayControlSandbox(page(origin), CLOSED),
  );

  expect(answers).toEqual([false, false, true]);
});

test('without a known token none opens', () => {
  const caller = { clientAddress: '192.168.1.7', headers: { host: 'kurir.example', 'x-sandbox-token': '' } };

  expect(mayControlSandbox(caller, { token: undefined, open: false })).toBe(false);
});
