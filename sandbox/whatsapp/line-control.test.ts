import { expect, test } from 'vitest';
import { until } from '../../test/harness/until.ts';
import { openTestSandbox } from '../test-sandbox.ts';
import { BUDI, SHOP, shopAndBudi, TestClient, textOf, twinOf } from './test-client.ts';

test('drop refuses connections until restore, which delivers the missed messages', async () => {
  const { sandbox, client } = await shopAndBudi();

  const dropped = await sandbox.post(`/sandbox/numbers/${SHOP}/drop`);
  const cut = await client.closed();
  client.connect();
  const refused = await client.closed(2);
  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'masih di sana?' });
  await sandbox.post(`/sandbox/numbers/${SHOP}/restore`);
  await client.online();
  await client.message('masih di sana?');

  expect(dropped).toEqual({ status: 200, body: { number: SHOP, line: 'dropped' } });
  expect([cut, refused]).toEqual([428, 428]);
});

test('a logout on the phone closes the connection with 401, and every later login', async () => {
  const { sandbox, client } = await shopAndBudi();

  await sandbox.post(`/sandbox/numbers/${SHOP}/logout`);
  const ended = await client.closed();
  client.connect();
  const refused = await client.closed(2);
  await sandbox.post(`/sandbox/numbers/${SHOP}/restore`);
  client.connect();
  const afterRestore = await client.closed(3);

  expect([ended, refused, afterRestore]).toEqual([401, 401, 401]);
  expect((await sandbox.get(`/sandbox/phones/${SHOP}`)).body.companions).toEqual([]);
});

test("the client's own logout removes it from the phone", async () => {
  const { sandbox, client } = await shopAndBudi();

  await client.sock?.logout();
  await until(async () => (await sandbox.get(`/sandbox/phones/${SHOP}`)).body.companions.length === 0);
  client.connect();

  expect(await client.closed(2)).toBe(401);
});

test('a ban answers connections, logins and pairings with 403 until restore', async () => {
  const { sandbox, client } = await shopAndBudi();

  await sandbox.post(`/sandbox/numbers/${SHOP}/ban`);
  const ended = await client.closed();
  client.connect();
  const refused = await client.closed(2);
  const other = new TestClient(sandbox);
  other.connect();
  const qr = await until(() => other.qrs[0]);
  const scan = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });
  await sandbox.post(`/sandbox/numbers/${SHOP}/restore`);
  await client.online();

  expect([ended, refused]).toEqual([403, 403]);
  expect([scan.status, scan.body.error]).toEqual([403, 'number_banned']);
});

test('a second login with the same credentials replaces the first with 440', async () => {
  const { sandbox, client } = await shopAndBudi();

  await twinOf(client, sandbox).online();

  expect(await client.closed()).toBe(440);
});

test('every close code ends the connection, and the next login works', async () => {
  const { sandbox, client } = await shopAndBudi();
  const codes = ['401', '411', '428', '440', '500', '503', '515', '516'];

  for (const [index, code] of codes.entries()) {
    await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { close: { code } });
    await client.closed(index + 1);
    if (code !== '515') client.connect();
    await until(() => client.isOpen);
  }

  expect(client.closeCodes).toEqual(codes.map(Number));
});

test('logins are refused with any reason until the fault is cleared', async () => {
  const { sandbox, client } = await shopAndBudi();
  const reasons = ['401', '402', '403', '405', '503'];
  await client.close();

  for (const [index, failure] of reasons.entries()) {
    await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { failure });
    client.connect();
    await client.closed(index + 1);
  }
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { failure: null });
  await client.online();

  expect(client.closeCodes).toEqual(reasons.map(Number));
});

test('pairing clients are refused by version, or all of them', async () => {
  const sandbox = await openTestSandbox();
  const client = new TestClient(sandbox);
  client.version = [2, 3000, 1];

  await sandbox.post('/sandbox/faults', { refused_versions: ['2.3000.1'] });
  client.connect();
  const tooOld = await client.closed();
  client.version = [2, 3000, 2];
  client.connect();
  await until(() => client.qrs[0]);
  await sandbox.post('/sandbox/faults', { refused_versions: [], failure: '402' });
  const other = new TestClient(sandbox);
  other.connect();

  expect([tooOld, await other.closed()]).toEqual([405, 402]);
});

test.each(['463', '479'])('messages refused with %s reach no phone', async (code) => {
  const { sandbox, client } = await shopAndBudi();
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { ack_error: code });

  const refused = await client.send(BUDI, 'ditolak');
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { ack_error: null });
  const accepted = await client.send(BUDI, 'diterima');

  expect([refused.error, accepted.error]).toEqual([code, null]);
  expect((await sandbox.messagesOf(BUDI)).map(({ text }) => text)).toEqual(['diterima']);
});

test('a restricted number can still write to people who wrote to it', async () => {
  const { sandbox, client } = await shopAndBudi();
  const STRANGER = '6281200000003';
  await sandbox.post('/sandbox/phones', { number: STRANGER });
  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'Halo' });
  await client.message('Halo');
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { ack_error: '463', ack_error_for: 'strangers' });

  const warm = await client.send(BUDI, 'balasan');
  const cold = await client.send(STRANGER, 'promosi');

  expect([warm.error, cold.error]).toEqual([null, '463']);
});

test('acks and receipts can be withheld while the message arrives', async () => {
  const { sandbox, client } = await shopAndBudi();
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { acks: false, receipts: false });

  await client.sock?.sendMessage(`${BUDI}@s.whatsapp.net`, { text: 'diam' });
  const { wa_message_id } = await sandbox.messageAt(BUDI, 'diam');
  await sandbox.post(`/sandbox/phones/${BUDI}/read`, { wa_message_id });
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { acks: true, receipts: true });
  await client.send(BUDI, 'bicara');

  expect(client.acks.map(({ id }) => id)).not.toContain(wa_message_id);
  expect(client.receipts.map(({ id }) => id)).not.toContain(wa_message_id);
});

test('a silent connection stays open without traffic; a reconnect delivers the missed messages', async () => {
  const { sandbox, client } = await shopAndBudi();
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { silent: true });

  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'halo?' });
  const ping = await client.sock
    ?.query({ tag: 'iq', attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' } }, 200)
    .catch(() => 'no answer');
  const whileSilent = [client.isOpen, client.received.map(textOf)];
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { silent: false, close: { code: '503' } });
  await client.closed();
  await client.online();
  await client.message('halo?');

  expect(ping).toBe('no answer');
  expect(whileSilent).toEqual([true, []]);
});

test('a silent network accepts the socket of a login and sends nothing', async () => {
  const { sandbox, client } = await shopAndBudi();
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { silent: true });
  await client.close();
  client.connect();
  const before = client.closeCodes.length;

  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'halo?' });
  await until(() => client.sock?.ws.isOpen);

  expect([client.isOpen, client.closeCodes.length]).toEqual([false, before]);
});

test('faults survive a restart of the sandbox, and restore clears them', async () => {
  const { sandbox } = await shopAndBudi();
  await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, { ack_error: '463' });

  await sandbox.restart();
  const kept = await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, {});
  await sandbox.post(`/sandbox/numbers/${SHOP}/restore`);
  const forgotten = await sandbox.post(`/sandbox/numbers/${SHOP}/faults`, {});

  expect(kept.body.faults.ack_error).toBe('463');
  expect(forgotten.body.faults).toMatchObject({ ack_error: null, silent: false, failure: null });
});
