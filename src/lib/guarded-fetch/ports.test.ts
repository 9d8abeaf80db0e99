import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import { openPortCheck } from './ports.ts';

const ADDRESSES: Record<string, string> = { 'intern.example': '10.0.0.7', 'example.com': '93.184.216.34' };

/** A check with the ports of the settings, and a name service that counts what it is asked. */
function checkWith(allowNetworks: string[], KURIR_ALLOW_PORTS?: string) {
  const asked: string[] = [];
  const ports = loadConfig({ KURIR_ALLOW_PORTS }).KURIR_ALLOW_PORTS;
  const check = openPortCheck({
    allowNetworks,
    ports,
    async resolve(name) {
      asked.push(name);
      const address = ADDRESSES[name];
      if (!address) throw new Error('No such name.');
      return [{ address, family: 4 }];
    },
  });
  onTestFinished(() => check.close());
  return { check, asked };
}

test.each([
  ['https://example.com/', true],
  ['http://example.com:8080/', true],
  ['https://example.com:3000/', false],
  ['https://example.com:0/', false],
  ['http://1.1.1.1:3000/', false],
  ['http://[2606:4700:4700::1111]:3000/', false],
])('without networks of one’s own %s is open: %s, and no name is asked for', async (url, open) => {
  const { check, asked } = checkWith([]);

  expect([await check.isOpen(url), asked]).toEqual([open, []]);
});

test.each([
  ['http://10.0.0.7:3000/', true],
  ['http://intern.example:3000/', true],
  ['https://example.com:3000/', false],
  ['https://1.1.1.1:3000/', false],
  ['https://unknown.example:3000/', true],
])('beside an open network %s is open: %s', async (url, open) => {
  const { check } = checkWith(['10.0.0.0/8']);

  expect(await check.isOpen(url)).toBe(open);
});

test('with loopback open, as in the sandbox, a receiver on port 3000 of this machine is', async () => {
  const check = openPortCheck({ allowNetworks: ['127.0.0.0/8', '::1/128'], ports: [80, 443] });
  onTestFinished(() => check.close());

  expect(await check.isOpen('http://127.0.0.1:3000/')).toBe(true);
  expect(await check.isOpen('http://localhost:3000/')).toBe(true);
});

test('the operator says which ports are open', async () => {
  const { check } = checkWith([], '443, 3000');

  const urls = ['https://example.com/', 'http://example.com:3000/', 'http://example.com:8080/'];
  expect(await Promise.all(urls.map(check.isOpen))).toEqual([true, true, false]);
});

test.each(['0', '65536', 'web', '80;443', ' , '])('%j are no ports', (text) => {
  expect(() => loadConfig({ KURIR_ALLOW_PORTS: text })).toThrow(/^KURIR_ALLOW_PORTS/);
});
