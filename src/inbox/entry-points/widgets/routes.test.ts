import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { insertWidget } from '../../../../test/harness/widgets.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';
import { visitorPhone } from '../../../gateway/people/identity.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { identitySecretOf } from './identity-secret.ts';
import { MAX_WIDGETS } from './schema.ts';
import { findShownWidget } from './widget.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx, inboundHooks(ctx));
const ORIGINS = ['https://shop.example'];
const VISITOR = visitorPhone('0f8fad5bd9cb469fa16570867728950e');
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' };

async function shop(kind: Caller['kind'] = 'live') {
  const account = await insertAccount(ctx, {}, kind);
  const customer = await service.customerOf(account);
  const device = await insertDevice(ctx, customer.account, { phone_number: '6281100000001' });
  const { api } = customer;
  const base = { name: 'Toko', device_uuid: device.device_uuid, mode: 'button', allowed_origins: ORIGINS };
  const make = async (fields: object = {}) => (await api('POST', '/v1/widgets', { ...base, ...fields })).body;
  return {
    ...{ ...customer, device, make },
    change: async (id: string, fields: object) => (await api('PATCH', `/v1/widgets/${id}`, fields)).body,
    read: async (id: string, part = '') => (await api('GET', `/v1/widgets/${id}${part}`)).body,
  };
}

/** The live chat of a widget, and a visitor who writes in it. */
async function chatOf(uuid: string, visitor = VISITOR) {
  const shown = await findShownWidget(ctx.db, uuid);
  if (!shown?.chat_device_id) throw new Error('the widget has no live chat');
  const device = { id: shown.chat_device_id, account_id: shown.account_id, device_uuid: uuid };
  return { device, says: (body: string) => receive(inbound(device, visitor, { body, at: ctx.now() })) };
}

const visit = (url: string) => service.http.inject({ url: new URL(url).pathname, headers: BROWSER });

test('a widget is found by its public id, with its number, its network and its secret', async () => {
  const account = await insertAccount(ctx, {}, 'sandbox');
  const device = await insertDevice(ctx, account, { phone_number: '6281100000001' });
  const { widget_uuid } = await insertWidget(ctx, device, { identity_secret: 'rahasia' });

  const found = await findShownWidget(ctx.db, widget_uuid);
  const unknown = await findShownWidget(ctx.db, device.device_uuid);

  expect(found).toMatchObject({
    ...{ widget_uuid, account_id: account.id, account_status: 'active', network: 'sandbox', mode: 'chat' },
    ...{ phone_number: '6281100000001', is_deleted: false, allowed_origins: ['https://shop.example'] },
  });
  expect(found && identitySecretOf(ctx, found)).toBe('rahasia');
  expect([unknown, await findShownWidget(ctx.db, 'x')]).toEqual([null, null]);
});

test('a widget has defaults, and shows its secret only when it is made', async () => {
  const { make, read, api, device } = await shop();

  const { identity_secret, ...widget } = await make();
  const list = (await api('GET', '/v1/widgets')).body;

  const { device_uuid } = device;
  expect(widget).toMatchObject({
    ...{ name: 'Toko', device_uuid, mode: 'button', allowed_origins: ORIGINS, theme: 'auto' },
    ...{ color: '#0b7a5b', language: null, greeting: '', text: '', enabled: true, identity_required: false },
  });
  expect(widget.url).toMatch(/^http:\/\/[^/]+\/l\/[0-9a-f]{10}$/);
  expect(identity_secret).toMatch(/^[0-9a-f]{48}$/);
  expect(await read(widget.id)).toEqual(widget);
  expect(list).toEqual({ data: [widget], next_cursor: null });
});

test('a change keeps the other fields, and pages see it at once', async () => {
  const { make, change, read } = await shop();
  const { id, identity_secret, ...before } = await make({ greeting: 'Halo', language: 'id' });
  const fields = { name: 'Blog', theme: 'dark', color: '#FF0000', enabled: false, identity_required: true };

  const changed = await change(id, { ...fields, language: null });

  const { updated_at: _, ...rest } = before;
  expect(changed).toMatchObject({ ...rest, ...fields, color: '#ff0000', language: null, greeting: 'Halo' });
  expect(await read(id)).toEqual(changed);
  const { updated_at: __, id: ___, url: ____, created_at: _____, device_uuid: ______, ...shown } = changed;
  expect(await findShownWidget(ctx.db, id)).toMatchObject(shown);
});

test('origins are normalised, and each counts once', async () => {
  const { make, change } = await shop();

  const { id, allowed_origins } = await make({
    allowed_origins: ['HTTPS://Shop.Example:443/', 'https://shop.example', 'https://*.shop.example'],
  });
  const changed = await change(id, { allowed_origins: ['http://localhost:3000'] });

  expect(allowed_origins).toEqual(['https://shop.example', 'https://*.shop.example']);
  expect(changed.allowed_origins).toEqual(['http://localhost:3000']);
});

test('origins with http:// are for sandbox accounts, and each wrong one is named', async () => {
  const [live, sandbox] = [await shop(), await shop('sandbox')];
  const http = ['https://shop.example', 'http://shop.test:8080'];

  const refused = await live.make({ allowed_origins: http });
  const { allowed_origins } = await sandbox.make({ allowed_origins: http });
  const wrong = await live.make({
    allowed_origins: ['https://shop.example/toko', 'https://shop.example', '*'],
  });

  expect(refused.errors).toEqual({
    'allowed_origins.1': ['must begin with https://. http:// is for localhost'],
  });
  expect(allowed_origins).toEqual(http);
  expect(Object.keys(wrong.errors)).toEqual(['allowed_origins.0', 'allowed_origins.2']);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ mode: 'popup' }, 'mode'],
  [{ device_uuid: 'x' }, 'device_uuid'],
  [{ allowed_origins: [] }, 'allowed_origins'],
  [{ allowed_origins: Array.from({ length: 51 }, (_, n) => `https://s${n}.example`) }, 'allowed_origins'],
  [{ allowed_origins: 'https://shop.example' }, 'allowed_origins'],
  [
    { allowed_origins: Array.from({ length: 40 }, (_, n) => `https://${n}${'x'.repeat(90)}.example`) },
    'allowed_origins',
  ],
  [{ theme: 'neon' }, 'theme'],
  [{ color: 'red' }, 'color'],
  [{ language: 'fr' }, 'language'],
  [{ greeting: 'x'.repeat(501) }, 'greeting'],
  [{ text: 'x'.repeat(501) }, 'text'],
  [{ enabled: 'yes' }, 'enabled'],
])('a wrong field is named: %j', async (fields, name) => {
  const { make } = await shop();

  expect(Object.keys((await make(fields)).errors)).toEqual([name]);
});

test('the snippet has all that a page needs, and what a strict policy must allow', async () => {
  const { make, read } = await shop();
  const { id, url } = await make({ language: 'id', color: '#123abc' });
  const { origin } = new URL(url);

  const snippet = await read(id, '/snippet');

  expect(snippet).toEqual({
    html: `<script async src="${origin}/w.js" data-widget="${id}" data-color="#123abc" data-language="id"></script>`,
    csp: { 'script-src': `${origin}/w.js`, 'frame-src': `${origin}/w/` },
  });
});

test('a new secret replaces the old one', async () => {
  const { make, api } = await shop();
  const { id, identity_secret: before } = await make();

  const { body } = await api('POST', `/v1/widgets/${id}/rotate-secret`);

  const shown = await findShownWidget(ctx.db, id);
  expect(body).toEqual({ id, identity_secret: expect.stringMatching(/^[0-9a-f]{48}$/) });
  expect(shown && identitySecretOf(ctx, shown)).toBe(body.identity_secret);
  expect(body.identity_secret).not.toBe(before);
});

test('the button of a widget leads to its number, and binds the conversation to it', async () => {
  const { make, read, api, device } = await shop();
  const { id, url } = await make({ text: 'Halo dari situs' });

  const { headers } = await visit(url);
  const text = new URL(String(headers.location)).searchParams.get('text') ?? '';
  await receive(inbound(device, '6281234567890', { body: text }));

  expect(headers.location).toMatch(/^https:\/\/wa\.me\/6281100000001\?/);
  const [chat] = (await api('GET', `/v1/conversations?entry_point_id=${id}`)).body.data;
  expect(chat.first_touch).toMatchObject({ kind: 'widget', entry_point_id: id, name: 'Toko' });
  expect(chat.last_message.body).toBe('Halo dari situs');
  expect(await read(id, '/stats')).toEqual({ clicks: 1, chats: 1, answered: 0, resolved: 0 });
  const report = (await api('GET', '/v1/entry-points/report')).body.data;
  expect(report).toMatchObject([{ id, kind: 'widget', clicks: 1, chats: 1, deleted: false }]);
  expect((await api('GET', '/v1/entry-points/touches')).body).toContain(`,widget,${id},Toko,`);
});

test('the first message of a visitor in an episode is a touch of the widget', async () => {
  const { make, api, read } = await shop();
  const { id } = await make({ mode: 'chat' });
  const { says } = await chatOf(id);
  const touches = async () =>
    (await api('GET', '/v1/entry-points/touches')).body.trim().split('\r\n').slice(1);

  await says('Halo');
  await says('Ada kopi?');
  const before = await touches();
  const [chat] = (await api('GET', `/v1/conversations?entry_point_id=${id}`)).body.data;
  await api('POST', `/v1/conversations/${chat.id}/resolve`, {});
  ctx.clock.advance(1_000);
  await says('Halo lagi');
  await says('Masih ada?');

  expect(before).toHaveLength(1);
  expect(before[0]).toContain(`,widget,${id},Toko,${chat.id},${VISITOR},`);
  expect(await touches()).toHaveLength(2);
  expect(chat).toMatchObject({ device_uuid: id, first_touch: { kind: 'widget', entry_point_id: id } });
  expect(await read(id, '/stats')).toEqual({ clicks: 0, chats: 1, answered: 0, resolved: 1 });
});

test.each([
  ['id', 'Halo, saya mau bertanya. (ref '],
  ['en', 'Hello, I have a question. (ref '],
])(
  'the button of a widget without a text begins the chat in the language of the visitor: %s',
  async (language, text) => {
    const { make } = await shop();
    const { url } = await make();

    const headers = { ...BROWSER, 'accept-language': language };
    const { headers: answer } = await service.http.inject({ url: new URL(url).pathname, headers });

    const target = new URL(String(answer.location), 'http://gateway/l/');
    expect(target.searchParams.get('text')?.slice(0, text.length)).toBe(text);
  },
);

test('a browser that opens the live chat for the first time is a click', async () => {
  const { make, read } = await shop();
  const { id } = await make({ mode: 'chat' });

  const opened = await service.http.inject({ method: 'POST', url: `/w/${id}/visitors`, payload: {} });

  expect(opened.statusCode).toBe(201);
  expect(await read(id, '/stats')).toMatchObject({ clicks: 1, chats: 0 });
});

test('of several visitors that write at once, each is a touch', async () => {
  const { make, read } = await shop();
  const { id } = await make({ mode: 'chat' });
  const { device } = await chatOf(id);
  const from = (n: number) => visitorPhone(String(n).padStart(32, '0'));

  await receive(...[1, 2, 1, 2].map((n) => inbound(device, from(n), { body: 'Halo' })));

  expect(await read(id, '/stats')).toMatchObject({ chats: 2 });
  const { rows } = await ctx.pool.query('select from conversation_touches where entry_point_uuid = $1', [id]);
  expect(rows).toHaveLength(2);
});

test('a code in a live chat is a touch of the link, and no second one of the widget', async () => {
  const { make, api, device } = await shop();
  const { id } = await make({ mode: 'chat' });
  const { device_uuid } = device;
  const link = (await api('POST', '/v1/entry-points', { name: 'Poster', device_uuid })).body;
  const { says } = await chatOf(id);

  await says(`Halo (ref ${link.code})`);
  await says('Ada?');

  const [chat] = (await api('GET', '/v1/conversations')).body.data;
  expect(chat).toMatchObject({ first_touch: { kind: 'link' }, last_touch: { entry_point_id: link.id } });
});

test('a widget gets its live chat with the mode, once, and no other call shows it', async () => {
  const { make, change, api, deviceUuid } = await shop();
  const { id } = await make();
  const before = await findShownWidget(ctx.db, id);

  await Promise.all([change(id, { mode: 'chat' }), change(id, { mode: 'chat' })]);
  const first = await findShownWidget(ctx.db, id);
  await change(id, { mode: 'button' });
  await change(id, { mode: 'chat' });
  const again = await findShownWidget(ctx.db, id);

  expect(before?.chat_device_id).toBeNull();
  expect(first?.chat_device_id).not.toBeNull();
  expect(again?.chat_device_id).toBe(first?.chat_device_id);
  const devices = (await api('GET', '/v1/devices')).body.data;
  expect(devices.map((device: { device_uuid: string }) => device.device_uuid)).toContain(deviceUuid);
  expect(JSON.stringify(devices)).not.toContain(id);
});

test('a live chat is no device that a widget or a link can lead to', async () => {
  const { make, api } = await shop();
  const { id } = await make({ mode: 'chat' });

  const widget = await make({ device_uuid: id });
  const link = await api('POST', '/v1/entry-points', { name: 'x', device_uuid: id });

  expect([widget.error, link.body.error]).toEqual(['device_not_found', 'device_not_found']);
});

test('the conversations of a deleted widget stay readable', async () => {
  const { make, api } = await shop();
  const { id } = await make({ mode: 'chat' });
  const { device, says } = await chatOf(id);
  await says('Halo');

  await api('DELETE', `/v1/widgets/${id}`);

  const [chat] = (await api('GET', '/v1/conversations')).body.data;
  const messages = await api('GET', `/v1/conversations/${chat.id}/messages`);
  expect(messages.body.data).toMatchObject([{ body: 'Halo' }]);
  const { rows } = await ctx.pool.query('select status, released_at from devices where id = $1', [device.id]);
  expect(rows).toEqual([{ status: 'disconnected', released_at: expect.any(Date) }]);
});

test('a widget is no chat link', async () => {
  const { make, api } = await shop();
  const { id } = await make();
  const link = { status: 404, body: { error: 'entry_point_not_found' } };

  const answers = await Promise.all(
    ['', '/stats', '/qr.svg'].map((part) => api('GET', `/v1/entry-points/${id}${part}`)),
  );

  expect((await api('GET', '/v1/entry-points')).body.data).toEqual([]);
  for (const answer of answers) expect(answer).toMatchObject(link);
});

test('a deleted widget is gone, and its button says that it is closed', async () => {
  const { make, api } = await shop();
  const { id, url } = await make();

  const { status } = await api('DELETE', `/v1/widgets/${id}`);

  expect(status).toBe(204);
  expect((await api('GET', `/v1/widgets/${id}`)).body.error).toBe('widget_not_found');
  expect((await visit(url)).statusCode).toBe(410);
  expect(await findShownWidget(ctx.db, id)).toMatchObject({ is_deleted: true });
});

test('an account has a bounded number of widgets', async () => {
  const { make, account, device } = await shop();
  await ctx.pool.query(
    `insert into entry_points (account_id, kind, name, device_id, slug, text, code, created_at, updated_at)
     select $1, 'widget', 'x', $2, 'filled-' || n, '', 'x' || n, now(), now() from generate_series(1, $3) n`,
    [account.id, device.id, MAX_WIDGETS],
  );

  expect(await make()).toMatchObject({ error: 'widget_limit_reached' });
});

test('another account neither sees nor changes a widget', async () => {
  const [one, other] = [await shop(), await shop()];
  const { id } = await one.make();
  const path = `/v1/widgets/${id}`;

  const answers = [
    await other.api('GET', path),
    await other.api('PATCH', path, { name: 'x' }),
    await other.api('DELETE', path),
    await other.api('GET', `${path}/snippet`),
    await other.api('GET', `${path}/stats`),
    await other.api('POST', `${path}/rotate-secret`),
  ];

  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['widget_not_found']));
  expect(await other.make({ device_uuid: one.device.device_uuid })).toMatchObject({
    error: 'device_not_found',
  });
});
