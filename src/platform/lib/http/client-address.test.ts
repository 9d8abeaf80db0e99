import { once } from 'node:events';
import { request as send } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../config.ts';
import { silentLog } from '../log.ts';
import { createHttp } from './http.ts';

const PROXIES = ['10.0.0.0/8', 'fd00::/8', '192.168.1.1'];

function server(trustedProxies: readonly string[] = PROXIES) {
  const http = createHttp({ log: silentLog, bodyLimit: 1024, trustedProxies });
  http.get('/address', async ({ clientAddress }) => ({ clientAddress }));
  onTestFinished(() => http.close());
  return http;
}

async function addressOf(peer: string | undefined, list: string | undefined, http = server()) {
  const headers = list === undefined ? {} : { 'x-forwarded-for': list };
  const remote = peer === undefined ? {} : { remoteAddress: peer };
  const answer = await http.inject({ url: '/address', headers, ...remote });
  return answer.json().clientAddress;
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['2001:db8::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
])('the caller of socket %s is %s', async (peer, expected) => {
  expect(await addressOf(peer, undefined)).toBe(expected);
});

test.each([
  ['without trusted proxies, the socket', [], '10.0.0.1', '198.51.100.4', '10.0.0.1'],
  ['from an untrusted peer, the socket', PROXIES, '203.0.113.9', '198.51.100.4', '203.0.113.9'],
  ['from a trusted proxy, its caller', PROXIES, '10.0.0.1', '198.51.100.4', '198.51.100.4'],
  ['from a proxy over IPv6', PROXIES, '::ffff:10.0.0.1', '198.51.100.4', '198.51.100.4'],
  ['from a proxy without the header', PROXIES, '10.0.0.1', undefined, '10.0.0.1'],
  ['behind two proxies', PROXIES, '10.0.0.1', '198.51.100.4, fd00::5', '198.51.100.4'],
  [
    'not what the caller wrote itself',
    PROXIES,
    '10.0.0.1',
    '127.0.0.1, 10.0.0.9, 198.51.100.4',
    '198.51.100.4',
  ],
  ['of trusted addresses only, the first', PROXIES, '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['an address with a port', PROXIES, '10.0.0.1', '198.51.100.4:51234', '198.51.100.4'],
  ['an IPv6 address with a port', PROXIES, '10.0.0.1', '[2001:DB8::7]:443', '2001:db8::7'],
  ['an IPv6 address in other letters', PROXIES, '10.0.0.1', '2001:DB8:0:0::7', '2001:db8::7'],
])('the address is: %s', async (_name, trusted, peer, list, expected) => {
  expect(await addressOf(peer, list, server(trusted))).toBe(expected);
});

test.each([
  ['an empty header', '', '10.0.0.1'],
  ['commas alone', ',,,', '10.0.0.1'],
  ['a word', 'unknown', '10.0.0.1'],
  ['a word before the last proxy', '198.51.100.4, _hidden, 10.0.0.2', '10.0.0.2'],
  ['an address with text after it', '198.51.100.4 evil', '10.0.0.1'],
  ['an address in another notation', '0x7f.1', '10.0.0.1'],
  ['spaces that hide text', `evil${' '.repeat(80)}198.51.100.4`, '10.0.0.1'],
  ['a tab', '198.51.100.4\tx', '10.0.0.1'],
])('an entry without an address ends the walk: %s', async (_name, list, expected) => {
  expect(await addressOf('10.0.0.1', list)).toBe(expected);
});

test('a list with more proxies than sixteen ends at the sixteenth', async () => {
  const proxies = Array.from({ length: 40 }, (_, n) => `10.0.0.${40 - n}`);

  const address = await addressOf('10.0.0.200', ['198.51.100.4', ...proxies].join(', '));

  expect(address).toBe('10.0.0.16');
});

test('several headers count as one list, in their order', async () => {
  const http = server(['127.0.0.1', '10.0.0.0/8']);
  const url = await http.listen({ host: '127.0.0.1', port: 0 });

  const headers = { 'x-forwarded-for': ['198.51.100.4', '203.0.113.9', '10.0.0.2'] };
  const [answer] = await once(send(`${url}/address`, { headers }).end(), 'response');

  expect(await json(answer)).toEqual({ clientAddress: '203.0.113.9' });
});

test('a request of a connection that is gone is not executed', async () => {
  const http = server();
  let calls = 0;
  http.post('/change', async () => {
    calls += 1;
    return {};
  });

  // A reset that is faster than the event loop leaves a socket without a peer.
  http.server.on('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  );
  const url = await http.listen({ host: '127.0.0.1', port: 0 });

  const answer = await fetch(`${url}/change`, { method: 'POST' });

  expect([answer.status, calls]).toEqual([400, 0]);
});

test.each([
  ['', []],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
])('KURIR_TRUSTED_PROXIES=%j is a list of networks', (text, expected) => {
  expect(loadConfig({ KURIR_TRUSTED_PROXIES: text }).KURIR_TRUSTED_PROXIES).toEqual(expected);
});

test.each(['proxy.example', '10.0.0.0/33', 'true', '*', '10.0.0.1;10.0.0.2'])(
  'KURIR_TRUSTED_PROXIES=%j stops the start with one line',
  (text) => {
    expect(() => loadConfig({ KURIR_TRUSTED_PROXIES: text })).toThrow(
      /^KURIR_TRUSTED_PROXIES: ".*" is not allowed\. Use addresses or networks, .*=127\.0\.0\.1,10\.0\.0\.0\/8$/,
    );
  },
);
