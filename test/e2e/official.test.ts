import { afterAll, expect, test } from 'vitest';
import { fileOf } from '../harness/media.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { startReceiver } from '../harness/receiver.ts';
import { type Json, openShop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const NUMBER = '1055501';
const TOKEN = 'EAAG-first-token';
const SARI = '6281377788899';

const installed = await preparedInstallation({ KURIR_CLOUD_HEALTH_SECONDS: '1' }, afterAll);
const gateway = await installed.start();
const shop = await openShop(installed, gateway);
const hook = await startReceiver((_, response) => response.end('ok'), '127.0.0.1', afterAll);
const webhook = await shop.api('POST', '/v1/webhooks', {
  url: hook.url,
  events: ['message.received', 'message.status', 'device.status'],
});
await shop.sandbox('POST', '/cloud/numbers', {
  phone_number_id: NUMBER,
  access_token: TOKEN,
  display_phone_number: '+62 811-0000-003',
  verified_name: 'Toko Resmi',
});
const created = await shop.api('POST', '/v1/devices', {
  engine: 'official_cloud',
  label: 'Resmi',
  official_phone_number_id: NUMBER,
  official_access_token: TOKEN,
});
const device: string = created.body.device_uuid;
let keys = 0;

function send(fields: object) {
  keys += 1;
  const body = { device_uuid: device, to: SARI, ...fields };
  return shop.api('POST', '/v1/messages', body, { 'idempotency-key': `official-${keys}` });
}
const chat = async (): Promise<Json[]> =>
  (await shop.sandbox('GET', `/cloud/numbers/${NUMBER}/messages?with=${SARI}`)).body.data;
const events = (type: string): Json[] =>
  verifiedEvents(hook.requests, webhook.body.secret).filter((event) => event.event === type);
const reached = (id: number, status: string) =>
  until(async () => (await shop.api('GET', `/v1/messages/${id}`)).body.status === status, { what: status });
const deviceIs = (status: string) =>
  until(async () => (await shop.api('GET', `/v1/devices/${device}`)).body.status === status, {
    what: status,
  });

test('a number is attached by its token and is connected at once', () => {
  expect([created.status, created.body]).toEqual([
    201,
    { device_uuid: device, status: 'connected', phone_number: '628110000003', verified_name: 'Toko Resmi' },
  ]);
});

test('every type arrives, and its statuses are reported', { timeout: 60_000 }, async () => {
  const files = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(fileOf('jpeg')),
  );
  const buttons = { type: 'button', body: 'Pilih', interactive: { buttons: [{ id: 'y', title: 'Ya' }] } };
  const sections = [{ rows: [{ id: 'a', title: 'A' }] }];
  const list = { type: 'list', body: 'Pilih', interactive: { button_text: 'Buka', sections } };

  const sent = [
    await send({ body: 'Halo' }),
    await send({ type: 'image', media_url: files.url, body: 'Ini' }),
    await send(buttons),
    await send(list),
  ];
  for (const { body } of sent) await reached(body.id, 'delivered');

  expect((await chat()).map(({ type }) => type).sort()).toEqual([
    'image',
    'interactive',
    'interactive',
    'text',
  ]);
  const told = await until(() => {
    const of = events('message.status').filter(({ message_id }) => message_id === sent[0]?.body.id);
    return of.length === 2 && of;
  });
  // Deliveries run side by side: the order of arrival is not promised.
  expect(told.map(({ status }) => status).toSorted()).toEqual(['delivered', 'sent']);
});

test('what a customer writes, and what she taps, comes as text', async () => {
  const message_id = (await chat()).find(({ payload }) => payload.interactive?.type === 'button')?.id;

  await shop.sandbox('POST', `/cloud/numbers/${NUMBER}/messages`, { from: SARI, text: 'Ada stok? 🙏' });
  await shop.sandbox('POST', `/cloud/numbers/${NUMBER}/messages`, { from: SARI, tap: 'y', message_id });

  const received = await until(() => events('message.received').length === 2 && events('message.received'));
  expect(received.map(({ from, type, body }) => [from, type, body]).sort()).toEqual([
    [SARI, 'text', 'Ada stok? 🙏'],
    [SARI, 'text', 'Ya'],
  ]);
});

test('what the Business app shares becomes a quiet chat, and its progress is shown', {
  timeout: 60_000,
}, async () => {
  const BUDI = '6281377788811';
  const path = `/cloud/numbers/${NUMBER}/history`;
  const day = 86_400;
  const part = (phase: number, progress: number, messages: Json[]) => ({
    ...{ phase, chunk_order: 1, progress, threads: [{ with: BUDI, messages }] },
  });
  const received = () => events('message.received').length;
  const before = received();

  await shop.sandbox('POST', path, part(0, 60, [{ text: 'Kemarin', seconds_ago: day }]));
  const older = { text: 'Bulan lalu', seconds_ago: 30 * day, id: 'wamid.lama' };
  await shop.sandbox(
    'POST',
    path,
    part(1, 100, [older, { ...older, from_me: true, id: 'wamid.jawab', text: 'Siap' }]),
  );
  await shop.sandbox('POST', path, part(1, 100, [older]));
  await shop.sandbox('POST', `/cloud/numbers/${NUMBER}/contacts`, {
    contacts: [{ phone: BUDI, name: 'Budi Lama' }],
  });
  const health = () => shop.api('GET', `/v1/devices/${device}/health`);
  await until(async () => (await health()).body.history?.progress === 100, { what: 'the whole history' });
  const named = await until(async () => {
    const { data } = (await shop.api('GET', `/v1/conversations?phone=${BUDI}`)).body;
    return data[0]?.person.name === 'Budi Lama' && data[0];
  });

  const { data } = (await shop.api('GET', `/v1/conversations/${named.id}/messages`)).body;
  expect(data.map(({ body, author, imported }: Json) => [body, author, imported])).toEqual([
    ['Kemarin', 'customer', true],
    ['Siap', 'phone', true],
    ['Bulan lalu', 'customer', true],
  ]);
  expect(named).toMatchObject({ owner_state: 'closed', unread: 0 });
  expect((await health()).body.history).toMatchObject({ status: 'complete', messages: 3 });
  expect(received()).toBe(before);
});

test('a number takes part in its groups: members write, and what it writes is for all of them', {
  timeout: 60_000,
}, async () => {
  const at = `/cloud/numbers/${NUMBER}`;
  const members = [SARI, '6281377788822'];
  const { id } = (await shop.sandbox('POST', `${at}/groups`, { subject: 'Reseller', members })).body;
  const to = `${id}@g.us`;
  const say = (text: string) => shop.sandbox('POST', `${at}/messages`, { from: SARI, text, group: id });
  const change = { groups: 'on' };

  await say('Belum didengar');
  const health = () => shop.api('GET', `/v1/devices/${device}/health`);
  await until(async () => (await health()).body.groups.count === 1, { what: 'the group without a chat' });
  const off = await send({ to, body: 'Halo' });
  const changed = await shop.api('PATCH', `/v1/devices/${device}`, change);
  await say('Ada kue?');
  const received = await until(() => events('message.received').find(({ chat }) => chat));
  const sent = [
    await send({ to, body: 'Ada' }),
    await send({ to, type: 'button', body: 'Pilih', interactive: { buttons: [{ id: 'y', title: 'Ya' }] } }),
    await send({ to: '120363000000000000@g.us', body: 'Halo' }),
  ].map(({ body }) => body.id);
  await reached(sent[0], 'delivered');
  await reached(sent[1], 'failed');
  await reached(sent[2], 'failed');
  const errors = await Promise.all(sent.map((each) => shop.api('GET', `/v1/messages/${each}`)));

  expect([off.body.error, changed.body]).toMatchObject(['groups_off', change]);
  expect(received).toMatchObject({
    ...{ from: SARI, body: 'Ada kue?', chat: { type: 'group', id: to, subject: 'Reseller' } },
  });
  expect(errors.map(({ body }) => body.error?.code ?? null)).toEqual([null, '131051', '131009']);
  const url = `/v1/devices/${device}/groups`;
  expect((await shop.api('GET', url)).body.data).toEqual([
    { id: to, subject: 'Reseller', members_count: null },
  ]);
  expect((await shop.api('GET', `${url}/${to}`)).body).toMatchObject({
    ...{ members_count: 3, members: [{ phone: '628110000003', admin: true }, { phone: SARI }, {}] },
  });
  expect((await shop.api('GET', '/v1/conversations?chat=group')).body.data).toMatchObject([
    { person: { phone: to, name: 'Reseller' } },
  ]);
});

test('a revoked token is noticed, and a new one brings the device back', { timeout: 60_000 }, async () => {
  await shop.sandbox('POST', '/cloud/tokens/revoke', { access_token: TOKEN });
  await deviceIs('disconnected');
  const refused = await send({ body: 'Tidak' });

  await shop.sandbox('POST', `/cloud/numbers/${NUMBER}/tokens`, { access_token: 'EAAG-second' });
  const rotated = await shop.api('PATCH', `/v1/devices/${device}/official-credentials`, {
    official_access_token: 'EAAG-second',
  });
  const sent = await send({ body: 'Kembali' });
  await reached(sent.body.id, 'delivered');

  expect([refused.status, refused.body.error]).toEqual([409, 'device_disconnected']);
  expect([rotated.status, rotated.body]).toEqual([200, { device_uuid: device, status: 'connected' }]);
});

test('no token is in the output of the gateway', () => {
  expect(gateway.log()).not.toContain('EAAG');
});
