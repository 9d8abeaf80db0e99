import { expect, test } from 'vitest';
import { until } from '../../test/harness/until.ts';
import { openTestSandbox } from '../test-sandbox.ts';
import { BUDI, jidOf, pairedClient, SHOP, shopAndBudi, TestClient, textOf } from './test-client.ts';

const UNREGISTERED = '6281200000099';

const TEXTS = {
  emoji: 'Halo 👋🏽 keluarga 👨‍👩‍👧‍👦',
  lines: 'satu\ndua\r\n\n\ttiga ',
  long: `awal ${'é'.repeat(4086)} akhir`.slice(0, 4096),
  hostile: `<script>alert(1)</script> ' OR 1=1 -- \u202e {{7*7}} \u0007`,
};

test('texts of every kind arrive at the phone exactly as they were sent', async () => {
  const { sandbox, client } = await shopAndBudi();

  for (const text of Object.values(TEXTS)) await client.send(BUDI, text);

  const texts = (await sandbox.messagesOf(BUDI)).map(({ text }) => text);
  expect(texts).toEqual(Object.values(TEXTS));
});

test('the server acks, the phone confirms delivery at once, and reads only on request', async () => {
  const { sandbox, client } = await shopAndBudi();

  const { id, error } = await client.send(BUDI, 'Halo');
  await client.receipt(id, 'delivered');
  const early = client.receipts.filter(({ type }) => type === 'read');
  const first = await sandbox.post(`/sandbox/phones/${BUDI}/read`, { wa_message_id: id });
  await client.receipt(id, 'read');
  const again = await sandbox.post(`/sandbox/phones/${BUDI}/read`, { wa_message_id: id });
  await client.send(BUDI, 'and on');

  expect([error, early, first.status, again.status]).toEqual([null, [], 200, 200]);
  expect(client.receipts.filter((receipt) => receipt.id === id && receipt.type === 'read')).toHaveLength(1);
});

test('the phone keeps a copy of messages from its companion', async () => {
  const { sandbox, client } = await shopAndBudi();

  const { id } = await client.send(BUDI, 'Halo');

  const copy = await sandbox.messageAt(SHOP, 'Halo');
  expect(copy).toEqual({
    wa_message_id: id,
    from: SHOP,
    to: BUDI,
    direction: 'out',
    type: 'text',
    text: 'Halo',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    copies: 1,
  });
});

test('a message repeated with the same id counts as a copy', async () => {
  const { sandbox, client } = await shopAndBudi();

  await client.send(BUDI, 'Halo', '3EB0AAAA');
  client.acks = [];
  await client.send(BUDI, 'Halo', '3EB0AAAA');

  const messages = await sandbox.messagesOf(BUDI);
  expect(messages).toMatchObject([{ wa_message_id: '3EB0AAAA', text: 'Halo', copies: 2 }]);
});

test.each([
  ['lid', expect.stringMatching(/@lid$/), jidOf(BUDI)],
  ['pn', jidOf(BUDI), expect.stringMatching(/@lid$/)],
])('a message from a phone reaches the companion %s-addressed', async (addressing, chat, other) => {
  const { sandbox, client } = await shopAndBudi();

  const sent = await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'Pagi', addressing });

  const received = await client.message('Pagi');
  expect(sent.status).toBe(201);
  expect(received.key).toMatchObject({
    id: sent.body.wa_message_id,
    fromMe: false,
    remoteJid: chat,
    remoteJidAlt: other,
  });
  expect(received.pushName).toBe('Budi');
  expect(await sandbox.messagesOf(BUDI)).toMatchObject([{ direction: 'out', from: BUDI, to: SHOP }]);
  expect(await sandbox.messagesOf(SHOP)).toMatchObject([{ direction: 'in', from: BUDI, to: SHOP }]);
});

test('both address forms share one session, and replies to either are readable', async () => {
  const { sandbox, client } = await shopAndBudi();

  for (const addressing of ['pn', 'lid', 'pn']) {
    await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: addressing, addressing });
    await client.message(addressing);
    await client.send(BUDI, `re ${addressing}`);
  }
  const { remoteJid } = (await client.message('lid')).key;
  await client.sock?.sendMessage(remoteJid ?? '', { text: 'to the lid' });

  await sandbox.messageAt(BUDI, 'to the lid');
  const copies = (await sandbox.messagesOf(BUDI)).map((message) => message.copies);
  expect(new Set(copies)).toEqual(new Set([1]));
});

test.each(['lid', 'pn'])(
  'a message typed on the phone of the account reaches its companion (%s)',
  async (addressing) => {
    const { sandbox, client } = await shopAndBudi();

    await sandbox.post(`/sandbox/phones/${SHOP}/messages`, { to: BUDI, text: 'dari HP', addressing });

    const { key } = await client.message('dari HP');
    expect(key.fromMe).toBe(true);
    expect([key.remoteJid, key.remoteJidAlt]).toContain(jidOf(BUDI));
    await sandbox.messageAt(BUDI, 'dari HP');
  },
);

test('only numbers with a phone are registered, with their companions', async () => {
  const { sandbox, client } = await shopAndBudi();
  await pairedClient(sandbox, BUDI);

  const known = await client.sock?.onWhatsApp(BUDI, UNREGISTERED);
  const devices = await client.sock?.getUSyncDevices([jidOf(BUDI), jidOf(UNREGISTERED)], true, false);

  expect(known).toEqual([{ jid: jidOf(BUDI), exists: true }]);
  expect(devices?.map(({ device }) => device ?? 0)).toEqual([0, 1]);
});

test('stanzas for an offline companion are queued and delivered once', async () => {
  const { sandbox, client } = await shopAndBudi();
  const { id } = await client.send(BUDI, 'sebelum');
  await client.receipt(id, 'delivered');
  await client.close();

  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to: SHOP, text: 'saat offline 1' });
  await sandbox.post(`/sandbox/phones/${BUDI}/messages`, {
    to: SHOP,
    text: 'saat offline 2',
    addressing: 'pn',
  });
  await sandbox.post(`/sandbox/phones/${BUDI}/read`, { wa_message_id: id });
  await client.online();
  await client.message('saat offline 2');
  await client.receipt(id, 'read');
  await client.close();
  await client.online();
  await client.send(BUDI, 'sesudah');

  const waited = client.received.map(textOf).filter((text) => text?.startsWith('saat'));
  expect(waited).toEqual(['saat offline 1', 'saat offline 2']);
});

test('companions of one or of two accounts can write to each other', async () => {
  const { sandbox, client: first } = await shopAndBudi();
  const second = await pairedClient(sandbox, SHOP);
  const budi = await pairedClient(sandbox, BUDI);

  const { id } = await first.send(BUDI, 'kepada semua');
  const atBudi = await budi.message('kepada semua');
  const atSecond = await second.message('kepada semua');
  await budi.sock?.readMessages([atBudi.key]);
  await first.receipt(id, 'read');
  await budi.send(SHOP, 'balas');

  expect(atSecond.key).toMatchObject({ fromMe: true, id });
  await Promise.all([first.message('balas'), second.message('balas')]);
  expect(await sandbox.messagesOf(BUDI)).toHaveLength(2);
});

test('five accounts send and receive concurrently', async () => {
  const sandbox = await openTestSandbox();
  await sandbox.post('/sandbox/phones', { number: BUDI });
  const numbers = Array.from({ length: 5 }, (_, index) => `62813000000${String(index).padStart(2, '0')}`);
  const clients = await Promise.all(numbers.map((number) => pairedClient(sandbox, number)));

  await Promise.all(clients.map((client) => client.send(BUDI, `dari ${client.number}`)));
  await Promise.all(
    numbers.map((to) => sandbox.post(`/sandbox/phones/${BUDI}/messages`, { to, text: `untuk ${to}` })),
  );
  await Promise.all(clients.map((client) => client.message(`untuk ${client.number}`)));

  const arrived = (await sandbox.messagesOf(BUDI)).filter(({ direction }) => direction === 'in');
  expect(arrived.map(({ from }) => from).sort()).toEqual(numbers);
});

test('the first login gets the notice of a complete history at once', async () => {
  const sandbox = await openTestSandbox();
  const client = new TestClient(sandbox);
  client.connect();
  const qr = await until(() => client.qrs[0]);

  await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });
  const complete = await until(() => client.historyStatus);

  expect(complete).toBe('complete');
  await until(() => client.creds.accountSyncCounter > 0);
});

test('the companion gets a copy of what is typed on its phone, with delivery and read receipts', async () => {
  const { sandbox, client } = await shopAndBudi();

  const typed = { to: BUDI, text: 'Saya dari toko', seconds_ago: 60 };
  const { body } = await sandbox.post(`/sandbox/phones/${SHOP}/messages`, typed);
  const copy = await client.message('Saya dari toko');
  await client.receipt(body.wa_message_id, 'delivered');
  await sandbox.post(`/sandbox/phones/${BUDI}/read`, { wa_message_id: body.wa_message_id });
  await client.receipt(body.wa_message_id, 'read');

  expect(copy.key).toMatchObject({ id: body.wa_message_id, fromMe: true });
  expect(Date.parse((await sandbox.messageAt(SHOP, 'Saya dari toko')).at)).toBeLessThan(Date.now() - 55_000);
});

test('the screen of the phone shows who types, until the message is there', async () => {
  const { sandbox, client } = await shopAndBudi();
  const isTyping = async () => {
    const { body } = await sandbox.get(`/sandbox/phones/${BUDI}/chat?with=${SHOP}`);
    return (body as { typing: boolean }).typing; // the control's own answer
  };
  const before = await isTyping();

  await client.sock?.sendPresenceUpdate('composing', jidOf(BUDI));
  await until(async () => (await isTyping()) || undefined);
  await client.send(BUDI, 'Halo');

  expect([before, await isTyping()]).toEqual([false, false]);
});
