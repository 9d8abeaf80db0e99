import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../config.ts';
import { openReachCheck } from './reach-check.ts';

const ADDRESSES: Record<string, readonly string[]> = {
  'intern.example': ['10.0.0.7'],
  'n8n.example': ['10.0.0.7', 'fd12::7'],
  'half.example': ['10.0.0.7', '93.184.216.34'],
  'metadata.example': ['169.254.169.254'],
  'example.com': ['93.184.216.34'],
};

/** A check with the ports of the settings, and a name service that counts the questions. */
function checkWith(allowNetworks: string[], KURIR_ALLOW_PORTS?: string) {
  const asked: string[] = [];
  const ports = loadConfig({ KURIR_ALLOW_PORTS }).KURIR_ALLOW_PORTS;
  const check = openReachCheck({
    allowNetworks,
    ports,
    async resolve(name) {
      asked.push(name);
      const addresses = ADDRESSES[name];
      if (!addresses) throw new Error('No such name.');
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  onTestFinished(() => check.close());
  return { check, asked };
}

test.each([
  ['https://example.com/', null],
  ['http://example.com:8080/', null],
  ['http://1.1.1.1:3000/', 'blocked_port'],
  ['http://[2606:4700:4700::1111]:3000/', 'blocked_port'],
  ['http://10.0.0.7/', 'blocked_address'],
  ['http://10.0.0.7:5678/webhook', 'blocked_address'],
  ['http://192.168.1.20:5678/', 'blocked_address'],
  ['http://127.0.0.1:3000/', 'blocked_address'],
  ['http://2130706433/', 'blocked_address'],
  ['http://[::1]/', 'blocked_address'],
  ['http://[::ffff:10.0.0.7]/', 'blocked_address'],
  ['http://intern.example/', 'blocked_address'],
  ['http://n8n.example/', 'blocked_address'],
  ['http://half.example/', null],
  ['http://169.254.169.254/latest', 'metadata'],
  ['http://[fd00:ec2::254]/', 'metadata'],
  ['http://metadata.example/', 'metadata'],
  ['https://unknown.example/', null],
])('without allowed networks, the obstacle at %s is %s', async (url, obstacle) => {
  const { check } = checkWith([]);

  expect(await check.obstacleAt(url)).toBe(obstacle);
});

test.each(['https://example.com:3000/', 'https://example.com:0/', 'https://intern.example:3000/'])(
  'without allowed networks, %s has a closed port, and no name is asked for',
  async (url) => {
    const { check, asked } = checkWith([]);

    expect([await check.obstacleAt(url), asked]).toEqual(['blocked_port', []]);
  },
);

test.each([
  ['http://10.0.0.7:3000/', null],
  ['http://intern.example:3000/', null],
  ['http://192.168.1.20/', 'blocked_address'],
  ['http://169.254.169.254/', 'metadata'],
  ['https://example.com:3000/', 'blocked_port'],
  ['https://1.1.1.1:3000/', 'blocked_port'],
  ['https://unknown.example:3000/', null],
])('beside an allowed network, the obstacle at %s is %s', async (url, obstacle) => {
  const { check } = checkWith(['10.0.0.0/8']);

  expect(await check.obstacleAt(url)).toBe(obstacle);
});

test('no allowed network opens metadata', async () => {
  const { check } = checkWith(['0.0.0.0/0', '::/0']);

  expect(await check.obstacleAt('http://169.254.169.254/')).toBe('metadata');
});

test('with loopback allowed, as in the sandbox, a receiver on port 3000 of this machine has none', async () => {
  const check = openReachCheck({ allowNetworks: ['127.0.0.0/8', '::1/128'], ports: [80, 443] });
  onTestFinished(() => check.close());

  expect(await check.obstacleAt('http://127.0.0.1:3000/')).toBeNull();
  expect(await check.obstacleAt('http://localhost:3000/')).toBeNull();
});

test('the operator says which ports are open', async () => {
  const { check } = checkWith([], '443, 3000');

  const urls = ['https://example.com/', 'http://example.com:3000/', 'http://example.com:8080/'];
  expect(await Promise.all(urls.map(check.obstacleAt))).toEqual([null, null, 'blocked_port']);
});

test.each(['0', '65536', 'web', '80;443', ' , '])('%j are no ports', (text) => {
  expect(() => loadConfig({ KURIR_ALLOW_PORTS: text })).toThrow(/^KURIR_ALLOW_PORTS/);
});
