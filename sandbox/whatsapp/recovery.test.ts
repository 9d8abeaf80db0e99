import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { until } from '../../test/harness/until.ts';
import { storeOf } from '../test-sandbox.ts';
import { BUDI, pairedClient, SHOP, shopAndBudi } from './test-client.ts';

test('after a restart of the sandbox, a paired client sends and receives without a new QR', async () => {
  const { sandbox, client } = await shopAndBudi();
  await client.send(BUDI, 'sebelum');
  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'jawab' });
  await client.message('jawab');
  const { trustRoot } = sandbox.current;
  await client.close();

  await sandbox.restart();
  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'setelah mati' });
  await client.online();
  await client.message('setelah mati');
  await client.send(BUDI, 'sesudah');

  const texts = (await sandbox.messagesOf(BUDI)).map(({ text, copies }) => [text, copies]);
  expect(sandbox.current.trustRoot).toBe(trustRoot);
  expect(texts).toEqual([
    ['sebelum', 1],
    ['jawab', 1],
    ['setelah mati', 1],
    ['sesudah', 1],
  ]);
});

test('a client reconnects after a restart of the sandbox, without lost messages', async () => {
  const { sandbox, client } = await shopAndBudi();
  client.reconnects = true;

  await sandbox.restart();
  await client.closed();
  await until(() => client.isOpen);
  await client.send(BUDI, 'kembali');

  expect(await sandbox.messageAt(BUDI, 'kembali')).toMatchObject({ copies: 1 });
});

test('a client that lost a ratchet step re-encrypts on request, and the phone reads the copy', async () => {
  const { sandbox, client } = await shopAndBudi();
  await client.send(BUDI, 'satu');
  const snapshot = new Map(client.keys);
  await client.send(BUDI, 'dua');
  client.keys = snapshot;

  const { id } = await client.send(BUDI, 'tiga');
  await client.receipt(id, 'retry');
  const healed = await sandbox.messageAt(BUDI, 'tiga');
  await client.send(BUDI, 'empat');

  expect(healed.wa_message_id).toBe(id);
  expect(healed.copies).toBeGreaterThan(1);
  expect((await sandbox.messagesOf(BUDI)).map(({ text }) => text)).toEqual(['satu', 'dua', 'tiga', 'empat']);
});

test('a repeated ciphertext counts as a copy and causes no retry', async () => {
  const { sandbox, client } = await shopAndBudi();
  await client.send(BUDI, 'satu');
  const snapshot = new Map(client.keys);
  const { id } = await client.send(BUDI, 'dua');
  await client.receipt(id, 'delivered');
  client.keys = snapshot;
  client.acks = [];
  client.receipts = [];

  await client.send(BUDI, 'dua', id);
  await client.receipt(id, 'delivered');

  expect(client.receipts.map(({ type }) => type)).not.toContain('retry');
  expect(await sandbox.messagesOf(BUDI)).toMatchObject([{ text: 'satu' }, { text: 'dua', copies: 2 }]);
});

test.each(['lid', 'pn'])(
  'a client that lost its session asks the phone to re-encrypt (%s)',
  async (addressing) => {
    const { sandbox, client } = await shopAndBudi();
    await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'satu', addressing });
    await client.message('satu');
    await client.send(BUDI, 'dua');
    await client.close();
    for (const key of client.keys.keys()) if (key.startsWith('session/')) client.keys.delete(key);
    await client.online();

    await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'tiga', addressing });
    await client.message('tiga');
    await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'empat', addressing });
    await client.message('empat');

    expect(client.isOpen).toBe(true);
  },
);

test('a copy of a message typed on the phone is re-encrypted as well', async () => {
  const { sandbox, client } = await shopAndBudi();
  await client.close();
  for (const key of client.keys.keys()) if (key.startsWith('session/')) client.keys.delete(key);
  await client.online();

  await sandbox.post(`/sandbox/phones/${SHOP}/messages`, { to: BUDI, text: 'dari HP' });
  const { key } = await client.message('dari HP');

  expect(key.fromMe).toBe(true);
});

test('a companion asks another companion through the network to re-encrypt a message', async () => {
  const { sandbox, client } = await shopAndBudi();
  const budi = await pairedClient(sandbox, BUDI);
  await client.send(BUDI, 'satu');
  await budi.message('satu');
  for (const key of budi.keys.keys()) if (key.startsWith('session/')) budi.keys.delete(key);

  const { id } = await client.send(BUDI, 'dua');
  const healed = await budi.message('dua');

  expect(healed.key.id).toBe(id);
  expect(client.receipts).toContainEqual({ id, type: 'retry', from: expect.stringContaining(':1@') });
});

test('a companion that runs short of one-time keys is asked for more', async () => {
  const { sandbox, client } = await shopAndBudi();
  await client.close();
  await sandbox.restart(() => keepPreKeys(sandbox.dataDir, 7));
  await client.online();
  const customers = Array.from({ length: 9 }, (_, index) => `6281500000${index}`);

  for (const number of customers) {
    await sandbox.post('/sandbox/phones', { number });
    await sandbox.post(`/sandbox/phones/${number}/messages`, { to: SHOP, text: number });
    await client.message(number);
  }

  const uploaded = [...client.keys.keys()].filter((key) => key.startsWith('pre-key/'));
  expect(Math.max(...uploaded.map((key) => Number(key.split('/')[1])))).toBeGreaterThan(812);
});

function keepPreKeys(dataDir: string, count: number): void {
  const store = new DatabaseSync(storeOf(dataDir));
  store.exec(`delete from companion_pre_keys where key_id > ${count}`);
  store.close();
}
