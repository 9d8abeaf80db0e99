import { afterAll, expect, test } from 'vitest';
import { CONTROL_TOKEN } from '../../../../sandbox/test-sandbox.ts';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { CUSTOMER, OWNER, openLine, statusOfDevice } from '../../../../test/harness/line.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Answer } from '../../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { until } from '../../../../test/harness/until.ts';
import { createDevice } from '../../../gateway/devices/device.ts';
import { MAX_NUMBERS } from './schema.ts';

const line = await openLine({ cleanup: afterAll, lossGraceMs: 50 });
const { ctx, sandbox } = line;
const address = { url: sandbox.current.url, token: CONTROL_TOKEN };
const service = await openService(ctx, address);
const off = await openService(ctx);
const shop = await service.customerOf(line.account, '');
const owner = await staffOf(service.http, ctx, { account: line.account, role: 'owner' });
const other = await insertAccount(ctx, {}, 'sandbox');
const stranger = await staffOf(service.http, ctx, { account: other, role: 'owner' });
const PHONES = '/app/api/sandbox/phones';
const SARI = '6281377788899';
const chatOf = (number: string, peer = OWNER) => `${PHONES}/${number}/chats/${peer}`;

const device = await pairOnPage();
await owner.call('POST', PHONES, { number: SARI, name: 'Sari' });

/** A new phone scans the QR of a new device. */
async function pairOnPage(number = OWNER): Promise<{ id: number; device_uuid: string }> {
  const created = await createDevice(ctx, line.account, { label: `Toko ${number}`, engine: 'economy' });
  await owner.call('POST', PHONES, { number });
  const scan = await owner.call('POST', `${PHONES}/${number}/scan`, { device_uuid: created.device_uuid });
  expect([scan.status, scan.body]).toEqual([200, { device_uuid: created.device_uuid, number }]);
  await until(async () => (await statusOfDevice(ctx, created.id)) === 'connected');
  return created;
}

/** The message of a chat that `isWanted`. */
function messageIn(chat: string, isWanted: (message: Answer['body']) => boolean): Promise<Answer['body']> {
  return until(async () => {
    const { body } = await owner.call('GET', `${chat}/messages`);
    return body.data.find(isWanted);
  });
}

const errorOf = ({ status, body }: Answer) => [status, body?.error];

test('a phone that scans the QR of a device connects it, and the pairing has its entry', async () => {
  const { body } = await shop.api('GET', `/v1/devices/${device.device_uuid}`);
  const entries = await auditEntries(ctx, line.account.id);
  const again = await owner.call('POST', `${PHONES}/${OWNER}/scan`, { device_uuid: device.device_uuid });

  expect(body).toMatchObject({ status: 'connected', phone_number: OWNER });
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'device.pairing_started', actor: 'user', target: device.device_uuid }),
  );
  expect(errorOf(again)).toEqual([409, 'already_connected']);
});

test('the page lists the phones of the account, and which one is that of the device', async () => {
  const { body } = await owner.call('GET', PHONES);

  expect(body.data).toEqual([
    { number: OWNER, name: OWNER, device_uuid: device.device_uuid, line: 'up' },
    { number: SARI, name: 'Sari', device_uuid: null, line: 'up' },
  ]);
});

test('a customer writes on the phone, staff answers, and the phone reads the answer', async () => {
  const chat = chatOf(SARI);

  const { status, body: sent } = await owner.call('POST', `${chat}/messages`, { text: 'Halo, ada stok?' });
  const conversation = await until(async () => {
    const { body } = await owner.call('GET', '/app/api/conversations');
    return body.data[0];
  });
  const reply = { device_uuid: device.device_uuid, to: SARI, body: 'Ada, Kak.' };
  const { body: message } = await shop.send(reply);
  const answer = await messageIn(chat, ({ from_phone }) => !from_phone);
  const before = await owner.call('GET', `${PHONES}/${SARI}/chats`);
  await owner.call('POST', `${chat}/read`);
  await until(async () => (await line.statusOf(message.id)) === 'read');
  const after = await owner.call('GET', `${PHONES}/${SARI}/chats`);

  expect(status).toBe(201);
  expect(conversation).toMatchObject({ device_uuid: device.device_uuid });
  expect(answer).toMatchObject({ engine: 'economy', type: 'text', text: 'Ada, Kak.', read: false });
  expect(before.body.data).toMatchObject([
    { number: OWNER, name: `Toko ${OWNER}`, device_uuid: device.device_uuid, unread: 1, last: answer },
  ]);
  expect(after.body.data[0]).toMatchObject({ unread: 0, last: { id: answer.id, read: true } });
  expect(await messageIn(chat, ({ id }) => id === sent.id)).toMatchObject({ from_phone: true });
});

test('a poll of an unchanged chat is answered 304', async () => {
  const first = await owner.call('GET', `${chatOf(SARI)}/messages`);
  const known = { 'if-none-match': String(first.headers.etag) };
  const again = await owner.call('GET', `${chatOf(SARI)}/messages`, undefined, known);
  await owner.call('POST', `${chatOf(SARI)}/messages`, { text: 'Masih ada?' });
  const changed = await owner.call('GET', `${chatOf(SARI)}/messages`, undefined, known);

  expect([first.status, again.status, again.body, changed.status]).toEqual([200, 304, null, 200]);
});

test('a phone sends pictures and documents, which the chat shows with their files', async () => {
  const chat = chatOf(SARI);
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

  const picture = await owner.call('POST', `${chat}/messages`, { sample: 'picture' });
  await owner.call('POST', `${chat}/messages`, { sample: 'document' });
  const html = {
    data: Buffer.from('<script>').toString('base64'),
    mimetype: 'text/html',
    file_name: 'a.html',
  };
  const page = await owner.call('POST', `${chat}/messages`, { file: html });
  const file = { data: png.toString('base64'), mimetype: 'image/png', caption: 'Ini, Kak' };
  await owner.call('POST', `${chat}/messages`, { file });
  const shown = await owner.call('GET', `${chat}/messages/${picture.body.id}/media`);
  const attached = await owner.call('GET', `${chat}/messages/${page.body.id}/media`);

  expect(await messageIn(chat, ({ text }) => text === 'Ini, Kak')).toMatchObject({
    type: 'image',
    file: { mimetype: 'image/png', size: png.length },
  });
  expect([shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
    'image/png',
    'inline',
  ]);
  expect([attached.headers['content-type'], attached.headers['content-disposition']]).toEqual([
    'application/octet-stream',
    'attachment',
  ]);
  expect(await messageIn(chat, ({ file }) => file?.name === 'document.pdf')).toMatchObject({
    type: 'document',
  });
});

test('a reaction shows at its message, a removed one does not, and a quote names its message', async () => {
  const chat = chatOf(SARI);
  const { body: first } = await owner.call('POST', `${chat}/messages`, { text: 'Yang merah?' });
  const react = (emoji: string | null) =>
    owner.call('POST', `${chat}/messages`, { reaction: { message_id: first.id, emoji } });

  await react('👍');
  const reacted = await messageIn(chat, ({ id }) => id === first.id);
  await react(null);
  const removed = await messageIn(chat, ({ id }) => id === first.id);
  await owner.call('POST', `${chat}/messages`, { text: 'Yang ini', quote: first.id });
  const quoting = await messageIn(chat, ({ text }) => text === 'Yang ini');

  expect(reacted.reactions).toEqual([{ from_phone: true, emoji: '👍' }]);
  expect(removed.reactions).toEqual([]);
  expect(quoting.quote).toEqual({ id: first.id, text: 'Yang merah?' });
});

test('the owner of the number answers on the phone of the device', async () => {
  const chats = await owner.call('GET', `${PHONES}/${OWNER}/chats`);
  await owner.call('POST', `${chatOf(OWNER, SARI)}/messages`, { text: 'Saya bantu, Kak.' });

  expect(chats.body.data).toMatchObject([{ number: SARI, name: 'Sari', device_uuid: null }]);
  expect(await messageIn(chatOf(SARI), ({ text }) => text === 'Saya bantu, Kak.')).toMatchObject({
    from_phone: false,
  });
});

test('the page drops, restores and ages the line of a device', async () => {
  const second = await pairOnPage('6281100000002');
  const act = (action: string) =>
    owner.call('POST', `/app/api/sandbox/devices/${second.device_uuid}/line`, { action });

  const dropped = await act('drop');
  await until(async () => (await statusOfDevice(ctx, second.id)) === 'disconnected');
  const restored = await act('restore');
  await until(async () => (await statusOfDevice(ctx, second.id)) === 'connected');
  const aged = await owner.call('POST', `/app/api/sandbox/devices/${second.device_uuid}/age`, { days: 40 });
  const loggedOut = await act('logout');

  expect(dropped.body).toEqual({ device_uuid: second.device_uuid, line: 'dropped' });
  expect(restored.body.line).toBe('up');
  expect(aged.body).toEqual({ device_uuid: second.device_uuid, days: 40 });
  expect(loggedOut.status).toBe(200);
});

// Isolation -------------------------------------------------------------------------------------------------

test('a second account sees no phone, no chat and no file of the first one, and drops none of its lines', async () => {
  const { body } = await owner.call('GET', `${chatOf(SARI)}/messages`);
  const file = body.data.find((message: Answer['body']) => message.file !== null);
  const unknown = '6289900000000';
  const asked = (phone: string, peer: string, id: string) =>
    Promise.all([
      stranger.call('GET', `${PHONES}/${phone}/chats`),
      stranger.call('GET', `${chatOf(phone, peer)}/messages`),
      stranger.call('GET', `${chatOf(phone, peer)}/messages/${id}/media`),
      stranger.call('POST', `${chatOf(phone, peer)}/messages`, { text: 'Halo' }),
      stranger.call('POST', `${chatOf(phone, peer)}/read`),
      stranger.call('POST', `${PHONES}/${phone}/scan`, { device_uuid: device.device_uuid }),
      stranger.call('DELETE', `${PHONES}/${phone}`),
    ]);

  const theirs = await asked(SARI, OWNER, file.id);
  const none = await asked(unknown, unknown, 'x');
  const acts = await Promise.all(
    ['line', 'age'].map((act) =>
      stranger.call('POST', `/app/api/sandbox/devices/${device.device_uuid}/${act}`, {
        action: 'drop',
        days: 1,
      }),
    ),
  );

  expect((await stranger.call('GET', PHONES)).body.data).toEqual([]);
  expect(theirs.map(({ status, body }) => [status, body])).toEqual(
    none.map(({ status, body }) => [status, body]),
  );
  expect(acts.map(errorOf)).toEqual([
    [404, 'device_not_found'],
    [404, 'device_not_found'],
  ]);
});

test('an own phone gives no way into the chats of another account', async () => {
  const { body: phone } = await stranger.call('POST', PHONES, { name: 'Maling' });
  const mine = await insertDevice(ctx, other, { phone_number: '6281100000099' });
  const inside = [
    await stranger.call('GET', `${chatOf(phone.number)}/messages`),
    await stranger.call('POST', `${chatOf(phone.number)}/messages`, { text: 'Halo' }),
  ];
  const { body: chats } = await stranger.call('GET', `${PHONES}/${phone.number}/chats`);

  expect(inside.map(errorOf)).toEqual([
    [404, 'sandbox_chat_not_found'],
    [404, 'sandbox_chat_not_found'],
  ]);
  expect(chats.data).toMatchObject([{ device_uuid: mine.device_uuid, last: null }]);
});

test.each([
  ['a phone of another account', async () => SARI],
  ['a removed phone of another account', removedPhone],
  ['the number of a released device of another account', releasedNumber],
  ['a phone that chats with another account', chattingPhone],
])('a number is refused: %s', async (_name, numberOf) => {
  const number = await numberOf();

  const refused = await stranger.call('POST', PHONES, { number });

  expect(errorOf(refused)).toEqual([409, 'sandbox_number_taken']);
});

async function removedPhone(): Promise<string> {
  const { body } = await owner.call('POST', PHONES, {});
  expect((await owner.call('DELETE', `${PHONES}/${body.number}`)).status).toBe(204);
  return body.number;
}

async function releasedNumber(): Promise<string> {
  const { id } = await insertDevice(ctx, line.account, { phone_number: '6281100000055' });
  await ctx.pool.query('update devices set released_at = now() where id = $1', [id]);
  return '6281100000055';
}

/** By the command line of the operator. */
async function chattingPhone(): Promise<string> {
  await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Rahasia' });
  return CUSTOMER;
}

test('a phone from the command line comes with its chats to the account of its device', async () => {
  await sandbox.post('/sandbox/phones', { number: '6281377788800', name: 'Ani' });
  await sandbox.post('/sandbox/phones/6281377788800/messages', { to: OWNER, text: 'Dari terminal' });

  const created = await owner.call('POST', PHONES, { number: '081377788800', name: 'Lain' });

  expect([created.status, created.body]).toMatchObject([201, { number: '6281377788800', name: 'Ani' }]);
  expect(await messageIn(chatOf('6281377788800'), ({ text }) => text === 'Dari terminal')).toBeDefined();
});

test('a removed phone comes back with its chats', async () => {
  const { body: phone } = await owner.call('POST', PHONES, { name: 'Wati' });
  await owner.call('POST', `${chatOf(phone.number)}/messages`, { text: 'Sebelum' });

  await owner.call('DELETE', `${PHONES}/${phone.number}`);
  const gone = await owner.call('GET', `${PHONES}/${phone.number}/chats`);
  await owner.call('POST', PHONES, { number: phone.number });

  expect(errorOf(gone)).toEqual([404, 'sandbox_phone_not_found']);
  expect(await messageIn(chatOf(phone.number), ({ text }) => text === 'Sebelum')).toBeDefined();
});

test('an agent sees the chats of its devices, and no phone of another device', async () => {
  const agent = (deviceIds: number[]) =>
    staffOf(service.http, ctx, { account: line.account, role: 'agent', deviceIds });
  const [mine, without] = [await agent([device.id]), await agent([])];
  const numbersOf = async (staff: Staff) => {
    const { body } = await staff.call('GET', PHONES);
    return body.data.map(({ number }: { number: string }) => number);
  };

  const chats = await Promise.all(
    [mine, without].map((staff) => staff.call('GET', `${PHONES}/${SARI}/chats`)),
  );
  const refused = [
    await without.call('GET', `${chatOf(SARI)}/messages`),
    await without.call('GET', `${PHONES}/${OWNER}/chats`),
    await without.call('POST', `/app/api/sandbox/devices/${device.device_uuid}/line`, { action: 'drop' }),
  ];

  expect(await numbersOf(mine)).toContain(OWNER);
  expect(await numbersOf(without)).not.toContain(OWNER);
  expect(chats.map(({ body }) => body.data.length)).toEqual([1, 0]);
  expect(refused.map(errorOf)).toEqual([
    [404, 'sandbox_chat_not_found'],
    [404, 'sandbox_phone_not_found'],
    [404, 'device_not_found'],
  ]);
});

test('a live account, and a gateway without a sandbox, have no phones', async () => {
  const live = await insertAccount(ctx, {}, 'live');
  const staff = await staffOf(service.http, ctx, { account: live, role: 'owner' });
  const elsewhere = await staffOf(off.http, ctx, { account: line.account, role: 'owner' });
  const calls = (caller: Staff) =>
    Promise.all([
      caller.call('GET', PHONES),
      caller.call('POST', PHONES, { number: '6281377788877' }),
      caller.call('POST', `/app/api/sandbox/devices/${device.device_uuid}/line`, { action: 'ban' }),
    ]);

  const [ofLive, ofOff] = [await calls(staff), await calls(elsewhere)];

  expect(ofLive.map(errorOf)).toEqual(Array(3).fill([403, 'sandbox_account_required']));
  expect(ofOff.map(errorOf)).toEqual(Array(3).fill([404, 'sandbox_off']));
  expect((await sandbox.get('/sandbox/phones/6281377788877')).status).toBe(404);
});

// Limits ----------------------------------------------------------------------------------------------------

test.each([
  ['no content', {}],
  ['two contents', { text: 'Halo', sample: 'picture' }],
  ['a long text', { text: 'x'.repeat(4_097) }],
  ['a file that is too large', { file: { data: 'A'.repeat(4_200_000), mimetype: 'image/png' } }],
  ['no base64', { file: { data: '#', mimetype: 'image/png' } }],
])('a message is refused: %s', async (_name, body) => {
  const refused = await owner.call('POST', `${chatOf(SARI)}/messages`, body);

  expect(refused.status).toBe(422);
});

test('an account has a limited number of simulated numbers, and uses those of removed phones again', async () => {
  const account = await insertAccount(ctx, {}, 'sandbox');
  const staff = await staffOf(service.http, ctx, { account, role: 'owner' });
  await ctx.pool.query(
    `insert into sandbox_numbers (number, account_id, name, is_phone, created_at)
     select (629000000000 + n)::text, $1, 'Penuh', false, now() from generate_series(1, $2::int) n`,
    [account.id, MAX_NUMBERS],
  );

  const refused = await staff.call('POST', PHONES, {});
  const again = await staff.call('POST', PHONES, { number: '629000000001' });

  expect(errorOf(refused)).toEqual([422, 'sandbox_number_limit_reached']);
  expect(again.status).toBe(201);
});
