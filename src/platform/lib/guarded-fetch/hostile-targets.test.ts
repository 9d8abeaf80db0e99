import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ResolvedAddress } from '../names/names.ts';
import { createGuardedClient, type GuardedClient } from './client.ts';

/**
 * Real sockets: a trap listens on every address of this machine, on a port of ordinary web servers.
 * A target is harmless only when nothing reaches the trap.
 */
let traps: Server[] = [];
let port = 0;
let sprung = 0;
let client: GuardedClient;

/** A name service that says what an attacker's would. */
const ATTACKER_DNS: Record<string, string[]> = {
  'private.test': ['127.0.0.1'],
  'private-six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'good-then-bad.test': ['93.184.216.34', '127.0.0.1'],
  'bad-then-good.test': ['127.0.0.1', '93.184.216.34'],
  'six-and-four.test': ['2606:4700:4700::1111', '127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'sixtofour.test': ['2002:7f00:1::1'],
  'zero.test': ['0.0.0.0'],
  'garbage.test': ['not-an-address'],
  'zone.test': ['fe80::1%lo'],
  'nothing.test': [],
};

beforeAll(async () => {
  const v4 = await listen('0.0.0.0', 0);
  const address = v4.address();
  port = typeof address === 'object' && address ? address.port : 0;
  traps = [v4, await listen('::', port)];
  client = createGuardedClient({
    allowNetworks: [],
    ports: [80, 443, port],
    resolve: async (hostname) => {
      const answers = ATTACKER_DNS[hostname];
      if (answers) return answers.map(resolved);
      return [resolved('127.0.0.1')];
    },
  });
});
afterEach(() => {
  sprung = 0;
});
afterAll(async () => {
  await client.close();
  for (const trap of traps) trap.close();
});

function listen(host: string, on: number): Promise<Server> {
  const server = createServer((socket) => {
    sprung += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\ntaken');
    socket.on('error', () => {});
  });
  return new Promise((resolve) => server.listen({ port: on, host, ipv6Only: true }, () => resolve(server)));
}

function resolved(address: string): ResolvedAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}

const post = (url: string) => client.post(url, { headers: {}, body: Buffer.from('{}'), timeoutMs: 2_000 });

test.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://127。0。0。1:PORT/',
  'http://①②⑦.0.0.1:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://192.0.2.2:PORT/',
  'http://10.0.0.1:PORT/',
  'http://172.16.0.1:PORT/',
  'http://192.168.0.1:PORT/',
  'http://100.64.0.1:PORT/',
  'http://198.18.0.1:PORT/',
  'http://224.0.0.1:PORT/',
  'http://255.255.255.255:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'http://168.63.129.16/metadata',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::7f00:1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001::1]:PORT/',
  'http://[fd00::2]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[64:ff9b::a9fe:a9fe]/latest/meta-data/',
  'http://[2002:a9fe:a9fe::]/latest/meta-data/',
  'http://[2001:db8::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[fd20:ce::254]/computeMetadata/v1/',
  'http://169.254.169.254./latest/meta-data/',
  'http://0251.0376.0251.0376/latest/meta-data/',
  'http://0xA9FEA9FE/latest/meta-data/',
  'http://100.100.100.200/latest/meta-data/',
  'http://192.0.0.192/opc/v2/instance/',
  'http://00000177.1:PORT/',
  'http://127.0x1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'http://127.0\n.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'http://127.0.0.1:PORT\\@1.1.1.1/',
  'http://127.0.0.1:PORT#@1.1.1.1/',
  'http://127.0.0.1:PORT?@1.1.1.1/',
  'http://@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/\r\nHost: elsewhere',
  'https://127.0.0.1:PORT/',
  'https://[::1]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://anything.localhost:PORT/',
  'http://xn--caf-dma.localhost:PORT/',
  'http://%6c%6f%63%61%6c%68%6f%73%74:PORT/',
  'http://ⓛocalhost:PORT/',
  'http://local\u00adhost:PORT/',
  'http://127.0.0.1..:PORT/',
  'http://private.test:PORT/',
  'https://private.test:PORT/',
  'http://private-six.test:PORT/',
  'http://mapped.test:PORT/',
  'http://good-then-bad.test:PORT/',
  'http://bad-then-good.test:PORT/',
  'http://six-and-four.test:PORT/',
  'http://metadata.test/',
  'http://nat64.test:PORT/',
  'http://sixtofour.test:PORT/',
  'http://zero.test:PORT/',
  'http://garbage.test:PORT/',
  'http://zone.test:PORT/',
])('%s is never connected to', async (pattern) => {
  const url = pattern.replace('PORT', String(port));

  const outcome = await post(url);

  expect(outcome).toMatchObject({ error: 'blocked_address' });
  expect(JSON.stringify(outcome)).not.toMatch(/\d+\.\d+\.\d+\.\d+|::/);
  expect(sprung).toBe(0);
});

test.each([
  ['ftp://127.0.0.1:PORT/'],
  ['file:///etc/passwd'],
  ['gopher://127.0.0.1:PORT/_GET'],
  ['data:text/plain,hello'],
  ['unix:/var/run/docker.sock'],
  ['javascript:alert(1)'],
  ['http://user@private.test:PORT/'],
  ['http://user:word@private.test:PORT/'],
  ['http://:word@private.test:PORT/'],
  ['http://'],
  ['//127.0.0.1:PORT/'],
  ['http://127.0.0.1:99999/'],
  ['http://[::1'],
  ['http://[::1%25lo]:PORT/'],
  ['http://[fe80::1%25eth0]:PORT/'],
  ['http://1.1.1.1@127.0.0.1:PORT/'],
  ['http://256.0.0.1:PORT/'],
  ['http://4294967296:PORT/'],
  ['http://localhost%00.example.com:PORT/'],
  ['blob:http://127.0.0.1:PORT/x'],
  ['http://a b/'],
  [''],
])('%s is no URL for us', async (pattern) => {
  const outcome = await post(pattern.replace('PORT', String(port)));

  expect(outcome).toMatchObject({ error: 'invalid_url' });
  expect(sprung).toBe(0);
});

test.each([0, 22, 25, 3306, 5432, 6379, 9200, 11211])(
  'port %i of a public host stays closed',
  async (closed) => {
    expect(await post(`http://1.1.1.1:${closed}/`)).toMatchObject({ error: 'blocked_port' });
  },
);

test('a name without addresses is a failure of the name service', async () => {
  expect(await post(`http://nothing.test:${port}/`)).toMatchObject({ error: 'dns_failed' });
});

test('the judged address is the one that is used: a name that changes its answer gains nothing', async () => {
  const answers = [['127.0.0.2'], ['127.0.0.1']];
  let asked = 0;
  const rebinding = createGuardedClient({
    allowNetworks: ['127.0.0.2/32'],
    resolve: async () => (answers[asked++] ?? ['127.0.0.1']).map(resolved),
  });

  const first = await rebinding.post(`http://rebind.test:${port}/`, { headers: {}, body: Buffer.from('') });
  const second = await rebinding.post(`http://rebind.test:${port}/`, { headers: {}, body: Buffer.from('') });
  await rebinding.close();

  expect(first).toMatchObject({ status: 200 });
  expect(second).toMatchObject({ error: 'blocked_address' });
  expect([asked, sprung]).toEqual([2, 1]);
});

test('the address really reached is judged before a byte is sent', async () => {
  // The kernel turns a connection to 0.0.0.0 into one to 127.0.0.1.
  const fooled = createGuardedClient({ allowNetworks: ['0.0.0.0/32'] });

  const outcome = await fooled.post(`http://0.0.0.0:${port}/`, { headers: {}, body: Buffer.from('{}') });
  await fooled.close();

  expect(outcome).toMatchObject({ error: 'blocked_address' });
});
