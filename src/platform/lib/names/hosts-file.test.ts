import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHosts } from './hosts-file.ts';

async function hostsFile(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-hosts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'hosts');
  await writeFile(file, text);
  return { file, hosts: openHosts(file), write: (changed: string) => writeFile(file, changed) };
}

test('a name has the addresses of all its lines, however it is written', async () => {
  const { hosts } = await hostsFile(`# 192.0.2.9 shop
192.0.2.1\tShop  store # 192.0.2.8
2001:db8::1 shop\r
fe80::1%lo0 shop
nonsense shop`);

  expect(await hosts('shop')).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(await hosts('STORE.')).toEqual(['192.0.2.1']);
  expect(await hosts('192.0.2.8')).toBeNull();
  expect(await hosts('other')).toBeNull();
});

test('localhost and the names under it are this machine, unless the file says otherwise', async () => {
  const { hosts } = await hostsFile('127.0.0.2 localhost');
  const without = openHosts('/nowhere/hosts');

  expect(await hosts('localhost')).toEqual(['127.0.0.2']);
  expect(await hosts('shop.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await without('localhost.')).toEqual(['127.0.0.1', '::1']);
  expect(await without('shop')).toBeNull();
});

test('a changed file counts from the next question on', async () => {
  const { hosts, write } = await hostsFile('192.0.2.1 shop');
  const before = await hosts('shop');

  await write('192.0.2.20 shop');

  expect([before, await hosts('shop')]).toEqual([['192.0.2.1'], ['192.0.2.20']]);
});
