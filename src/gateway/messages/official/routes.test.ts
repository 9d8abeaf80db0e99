import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { callback, insertReferenced, report, text, value } from '../../../../test/harness/official-items.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import { MAX_PARTS } from '../../engines/official-cloud/callbacks/envelope.ts';
import type { OfficialApp } from './apps.ts';

const [LIVE, SANDBOX] = ['secret-of-the-live-app', 'secret-of-the-sandbox-app'];
const APPS: OfficialApp[] = [
  { network: 'live', appSecret: LIVE, verifyToken: 'verify-live' },
  { network: 'sandbox', appSecret: SANDBOX, verifyToken: 'verify-sandbox' },
];

const ctx = await testContext({ cleanup: afterAll });
const http = await callbackServer(ctx, APPS);
const address = await http.listen({ host: '127.0.0.1', port: 0 });
let numbers = 0;

async function device(kind: 'live' | 'sandbox' = 'live', appSecret: string | null = null) {
  numbers += 1;
  const row = await insertDevice(ctx, await insertAccount(ctx, {}, kind), { engine: 'official_cloud' });
  const number = `30${numbers}`;
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({
      official_phone_number_id: number,
      official_app_secret:
        appSecret === null
          ? null
          : ctx.box.seal(Buffer.from(appSecret), `devices|official_app_secret|${row.id}`),
    })
    .where('id', '=', row.id)
    .execute();
  return { ...row, number };
}

async function post(body: unknown, secret: string | null = LIVE, signature?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const header = signature ?? (secret === null ? undefined : signCallback(text, secret));
  const answer = await callBack(http, text, header);
  return [answer.statusCode, answer.json().error];
}
const storedFor = (deviceId: number): Promise<Json[]> =>
  tablesOf(ctx.db)
    .selectFrom('messages')
    .selectAll()
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute();
const keptFor = (id: number) =>
  tablesOf(ctx.db).selectFrom('official_updates').selectAll().where('device_id', '=', id).execute();
const eventsFor = async (uuid: string, type: 'message.received' | 'message.status') =>
  (await eventsOf(ctx, type)).filter((event) => event.device_uuid === uuid);

const outbound = (to: { id: number; account_id: number }, status?: string, hasProviderId?: boolean) =>
  insertReferenced(ctx, to, status, hasProviderId);
const statusOf = async (reference: string) =>
  (
    await tablesOf(ctx.db)
      .selectFrom('messages')
      .selectAll()
      .where('reserved_wa_id', '=', reference)
      .execute()
  )[0];

test.each([
  ['subscribe', 'verify-live', 200],
  ['subscribe', 'verify-sandbox', 200],
  ['subscribe', 'another', 403],
  ['unsubscribe', 'verify-live', 403],
])('the handshake %s with %s answers %i', async (mode, token, status) => {
  const query = { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '1158201444' };

  const answer = await http.inject({ method: 'GET', url: '/providers/cloud/webhook', query });

  expect(answer.statusCode).toBe(status);
  if (status === 200)
    expect([answer.body, answer.headers['content-type']]).toEqual([
      '1158201444',
      'text/plain; charset=utf-8',
    ]);
});

test('what a customer writes is stored and announced before the answer, once', async () => {
  const to = await device();
  const body = callback(value(to.number, { messages: [text('Halo 👋', 'wamid.once')] }));

  const answers = [await post(body), ...(await Promise.all([post(body), post(body), post(body)]))];

  expect(answers).toEqual(Array(4).fill([200, undefined]));
  expect(await storedFor(to.id)).toMatchObject([{ direction: 'in', status: 'received', body: 'Halo 👋' }]);
  expect(await eventsFor(to.device_uuid, 'message.received')).toMatchObject([
    {
      from: '6281234567890',
      type: 'text',
      body: 'Halo 👋',
      wa_message_id: 'wamid.once',
      timestamp: '2025-06-08T20:59:43.000Z',
    },
  ]);
});

test('the signature is over the bytes of the request, not over the JSON in them', async () => {
  const to = await device();
  const escaped = JSON.stringify(callback(value(to.number, { messages: [text('URL')] }))).replace(
    'URL',
    'https:\\/\\/kurir.example\\/ \\ud83d\\udc4b',
  );

  expect(await post(escaped)).toEqual([200, undefined]);
  expect(await storedFor(to.id)).toMatchObject([{ body: 'https://kurir.example/ 👋' }]);
});

test.each([
  ['no signature', null, undefined],
  ['another secret', 'forged', undefined],
  ['no hash', LIVE, 'sha256='],
  ['nonsense', LIVE, 'sha1=abc'],
  ['the hash of other bytes', LIVE, signCallback('{}', LIVE)],
])('with %s nothing is taken', async (_name, secret, signature) => {
  const to = await device('live', 'secret-of-the-shop');

  const answer = await post(callback(value(to.number, { messages: [text('Palsu')] })), secret, signature);

  expect(answer).toEqual([403, 'invalid_signature']);
  expect(await storedFor(to.id)).toEqual([]);
});

test.each([
  ['no signature', undefined],
  ['a signature that is none', 'sha256=abc'],
])('with %s the answer comes before the body', async (_name, signature) => {
  const asked = request(`${address}/providers/cloud/webhook`, {
    method: 'POST',
    headers: { 'content-length': '1000000', ...(signature && { 'x-hub-signature-256': signature }) },
  });
  asked.flushHeaders();

  const [answer] = await once(asked, 'response');

  expect(answer.statusCode).toBe(403);
  asked.destroy();
});

test('a body above the limit is refused, with any signature', async () => {
  const large = 'x'.repeat(4 * 1024 * 1024 + 1);

  const answers = [await post(large, 'forged'), await post(large)];

  expect(answers).toEqual(Array(2).fill([413, 'payload_too_large']));
});

test('a caller without a secret gets one answer for any body', async () => {
  const to = await device('live', 'secret-of-the-shop');
  const many = callback(value(to.number, { messages: Array(MAX_PARTS).fill({}) }));

  const unsigned = await Promise.all(['{', JSON.stringify(many)].map((body) => post(body, 'forged')));
  const signed = [await post('{'), await post(many), await post(many, 'secret-of-the-shop')];

  expect(unsigned).toEqual(Array(2).fill([403, 'invalid_signature']));
  expect(signed).toEqual([
    [400, 'invalid_json'],
    [413, 'payload_too_large'],
    [413, 'payload_too_large'],
  ]);
});

test('of the secrets of all the numbers that a body names only a few are tried', async () => {
  const first = await device('live', 'first-secret');
  const others = [];
  for (let count = 0; count < 20; count += 1) others.push(await device('live', `other-${count}`));
  const last = await device('live', 'last-secret');
  const body = (...to: { number: string }[]) =>
    callback(...to.map(({ number }) => value(number, { messages: [text('Halo')] })));

  expect(await post(body(first, ...others, last), 'first-secret')).toEqual([200, undefined]);
  expect(await post(body(first, ...others, last), 'last-secret')).toEqual([403, 'invalid_signature']);
  expect(await post(body(last), 'last-secret')).toEqual([200, undefined]);
});

test('each app speaks for the numbers of its network, and a shop with an own app for its own', async () => {
  const [live, sandbox, shop] = [
    await device(),
    await device('sandbox'),
    await device('live', 'shop-secret'),
  ];
  const all = callback(
    ...[live, sandbox, shop].map(({ number }) => value(number, { messages: [text('Halo')] })),
  );
  const counts = async () => [live, sandbox, shop].map(async ({ id }) => (await storedFor(id)).length);

  await post(all, 'shop-secret');
  const afterShop = await Promise.all(await counts());
  await post(all, SANDBOX);
  const afterSandbox = await Promise.all(await counts());

  expect([afterShop, afterSandbox]).toEqual([
    [0, 0, 1],
    [0, 1, 1],
  ]);
});

test('items about unknown numbers are answered and dropped', async () => {
  expect(await post(callback(value('999999', { messages: [text('Halo')] })))).toEqual([200, undefined]);
  expect(await post({ entry: [{ id: 'WABA', changes: [{ field: 'account_update', value: {} }] }] })).toEqual([
    200,
    undefined,
  ]);
});

test.each([
  ['not JSON', '{'],
  ['too deep', `${'['.repeat(200)}${']'.repeat(200)}`],
])('a signed body that is %s is refused as such', async (_name, body) => {
  expect(await post(body)).toEqual([400, 'invalid_json']);
});

test('of 1000 updates with a broken one and hostile ones, all others arrive', async () => {
  const to = await device();
  const messages: object[] = Array.from({ length: 997 }, (_, n) =>
    text(`pesan ${n}`, undefined, `62812${100000 + n}`),
  );
  messages.splice(500, 0, { id: 7 });
  messages.push(text('NUL \0 dan \ud800', 'wamid.\0'), { ...text('x'), referral: { 'a\0b': 'c\0' } });

  const answer = await post(callback(value(to.number, { messages })));

  const stored = await storedFor(to.id);
  expect(answer).toEqual([200, undefined]);
  expect(stored).toHaveLength(999);
  expect(stored[700]).toMatchObject({ body: 'pesan 700', phone: '62812100700' });
  expect(await keptFor(to.id)).toMatchObject([
    { field: 'unreadable', payload: { list: 'messages', item: { id: 7 } } },
  ]);
});

test('1000 people at the same moment are not mixed up', async () => {
  const to = await device();

  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, n) =>
      post(
        callback(
          value(to.number, { messages: [text(`dari ${n}`, `wamid.many.${n}`, `62812${200000 + n}`)] }),
        ),
      ),
    ),
  );

  const stored = await storedFor(to.id);
  expect(answers.every(([status]) => status === 200)).toBe(true);
  expect(stored).toHaveLength(1000);
  for (const { phone, body, wa_message_id } of stored) {
    const n = Number(phone.slice(5)) - 200000;
    expect([body, wa_message_id]).toEqual([`dari ${n}`, `wamid.many.${n}`]);
  }
});

test('a tap is a text with the title; its choice and advertisement are stored, and not in the event', async () => {
  const to = await device();
  const interactive = { type: 'button_reply', button_reply: { id: 'choice-7', title: 'Ya' } };
  const referral = { source_url: 'https://fb.me/x', source_type: 'ad', source_id: '1', ctwa_clid: 'Aff' };

  await post(
    callback(value(to.number, { messages: [{ ...text(''), type: 'interactive', interactive, referral }] })),
  );

  const [row] = await storedFor(to.id);
  expect(row.details).toMatchObject({ choice_id: 'choice-7', referral });
  const [event] = await eventsFor(to.device_uuid, 'message.received');
  expect(event).toMatchObject({ type: 'text', body: 'Ya' });
  expect(JSON.stringify(event)).not.toContain('choice-7');
});

const echoes = (number: string, ...items: object[]) => ({
  entry: [{ changes: [{ field: 'smb_message_echoes', value: value(number, { message_echoes: items }) }] }],
});

test('messages typed in the Business app are replies of each device, once', async () => {
  const to = await device();
  const { from: customer, ...echo } = text('Ya, ada', 'wamid.e');
  const body = echoes(to.number, { ...echo, from: '15550783881', to: customer });

  const answers = [await post(body), ...(await Promise.all([post(body), post(body)]))];

  expect(answers).toEqual(Array(3).fill([200, undefined]));
  expect(await storedFor(to.id)).toMatchObject([
    {
      direction: 'out',
      source: 'phone',
      status: 'sent',
      phone: customer,
      body: 'Ya, ada',
      wa_message_id: 'wamid.e',
      details: { phone_late: true },
    },
  ]);
  expect(await keptFor(to.id)).toEqual([]);
  expect(await eventsFor(to.device_uuid, 'message.status')).toEqual([]);
});

test('a status of a message from the Business app raises it, without an event', async () => {
  const to = await device();
  const { from: customer, ...echo } = text('Ya, ada', 'wamid.own');
  await post(echoes(to.number, { ...echo, to: customer }));

  const status = { id: 'wamid.own', status: 'read', timestamp: '1749416383' };
  await post(callback(value(to.number, { statuses: [status] })));

  expect(await storedFor(to.id)).toMatchObject([{ status: 'read', wa_message_id: 'wamid.own' }]);
  expect(await eventsFor(to.device_uuid, 'message.status')).toEqual([]);
});

test('an echo of a message that Kurir sent is no reply, and a reaction in the Business app is a change', async () => {
  const to = await device();
  const reference = await outbound(to);
  const echo = { from: '15550783881', to: '6281234567890', timestamp: '1749416383' };

  await post(
    echoes(
      to.number,
      { ...echo, id: `wamid.${reference}`, type: 'text', text: { body: 'Halo' } },
      { ...echo, id: 'wamid.r', type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
    ),
  );

  expect(await storedFor(to.id)).toMatchObject([{ reserved_wa_id: reference }]);
  expect(await keptFor(to.id)).toEqual([]);
  const { rows } = await ctx.pool.query('select * from message_changes where device_id = $1', [to.id]);
  expect(rows).toMatchObject([{ target_wa_message_id: 'wamid.0', from_me: true, body: '👍' }]);
});

test('statuses rise and never fall, in any order and at any number', async () => {
  const to = await device();
  const reference = await outbound(to);
  const tell = (...names: string[]) =>
    post(callback(value(to.number, { statuses: names.map((name) => report(reference, name)) })));

  await tell('read', 'sent', 'delivered', 'sent');
  await tell('delivered');
  await tell('failed');
  await tell('read');

  expect((await statusOf(reference))?.status).toBe('read');
  expect((await eventsFor(to.device_uuid, 'message.status')).map((event) => event.status)).toEqual([
    'delivered',
    'read',
  ]);
});

test('a status that comes before our own answer settles the message under the id of the provider', async () => {
  const to = await device();
  const reference = await outbound(to, 'queued', false);

  await post(callback(value(to.number, { statuses: [report(reference, 'sent')] })));

  expect(await statusOf(reference)).toMatchObject({
    status: 'sent',
    due: false,
    wa_message_id: `wamid.${reference}`,
  });
});

test('a status without our reference is found by the id of the provider', async () => {
  const to = await device();
  const reference = await outbound(to);

  await post(
    callback(
      value(to.number, {
        statuses: [report(reference, 'delivered', { biz_opaque_callback_data: undefined })],
      }),
    ),
  );

  expect((await statusOf(reference))?.status).toBe('delivered');
});

test.each([[['sent', 'failed']], [['failed', 'sent']]])(
  'a failure after %j is announced with its code, once',
  async (names) => {
    const to = await device();
    const reference = await outbound(to, 'queued', false);
    const errors = [{ code: 131047, title: 'Re-engagement message' }];
    const statuses = names.map((name) => report(reference, name, name === 'failed' ? { errors } : {}));

    await post(callback(value(to.number, { statuses })));

    expect(await statusOf(reference)).toMatchObject({ status: 'failed', error_code: '131047' });
    expect(await eventsFor(to.device_uuid, 'message.status')).toMatchObject([
      { status: 'failed', error: { code: '131047', message: 'Re-engagement message' } },
    ]);
  },
);

test('a status of another account with our reference changes nothing', async () => {
  const [to, other] = [await device(), await device()];
  const reference = await outbound(to);

  await post(callback(value(other.number, { statuses: [report(reference, 'read')] })));

  expect((await statusOf(reference))?.status).toBe('sent');
});

test.each([
  [
    'disabled',
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
    'banned',
    'account_disabled',
  ],
  ['removed', { event: 'PARTNER_REMOVED' }, 'disconnected', 'account_removed'],
  [
    'warned',
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } },
    'connected',
    null,
  ],
  ['something else', { event: 'VERIFIED_ACCOUNT' }, 'connected', null],
])('when its business account is %s, a device follows', async (_name, update, status, reason) => {
  const [to, other] = [await device(), await device()];
  const waba = `waba-${to.number}`;
  const about = { changes: [{ field: 'messages', value: value(to.number, { messages: [text('Halo')] }) }] };
  await post({ entry: [{ id: waba, ...about }] });

  const answer = await post({ entry: [{ id: waba, changes: [{ field: 'account_update', value: update }] }] });

  const rows = await tablesOf(ctx.db)
    .selectFrom('devices')
    .select(['status', 'reason'])
    .where('id', 'in', [to.id, other.id])
    .orderBy('id')
    .execute();
  expect(answer).toEqual([200, undefined]);
  expect(rows).toEqual([
    { status, reason },
    { status: 'connected', reason: null },
  ]);
});

test('an account that is reinstated has its banned devices back', async () => {
  const to = await device();
  const waba = `waba-${to.number}`;
  const tell = (waba_ban_state: string) => {
    const change = {
      field: 'account_update',
      value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } },
    };
    return post({ entry: [{ id: waba, changes: [change] }] });
  };
  await post({
    entry: [
      { id: waba, changes: [{ field: 'messages', value: value(to.number, { messages: [text('Halo')] }) }] },
    ],
  });

  await tell('DISABLE');
  await tell('REINSTATE');

  const row = await tablesOf(ctx.db)
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', to.id)
    .executeTakeFirst();
  expect(row).toMatchObject({ status: 'connected', wanted: 'connected', reason: null });
});

test('a callback for a cancelled account is answered 200; only messages that it has already get a status', async () => {
  const number = await device();
  const reference = await outbound(number, 'queued', false);
  await setStatus(ctx, number.account_id, 'cancelled');

  const answer = await post({
    entry: [
      {
        id: 'WABA',
        changes: [
          {
            field: 'messages',
            value: value(number.number, { messages: [text('Halo')], statuses: [report(reference, 'sent')] }),
          },
          { field: 'account_alerts', value: value(number.number, { alert: 'x' }) },
        ],
      },
    ],
  });

  expect(answer[0]).toBe(200);
  expect((await storedFor(number.id)).map(({ direction, status }) => [direction, status])).toEqual([
    ['out', 'sent'],
  ]);
  expect(await keptFor(number.id)).toEqual([]);
});
