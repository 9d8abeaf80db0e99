import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { CUSTOMER, OWNER } from '../harness/line.ts';
import { startReceiver } from '../harness/receiver.ts';
import { kindNamed } from '../harness/sandbox-kind.ts';
import { openPairedService, openWebhookWorker } from '../harness/service.ts';
import { type Json, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { contract } from './contract.ts';

const service = await openPairedService();
const { line, shop } = service;
/** People who find the business. */
const VISITORS = { link: '6281200000201', ad: '6281200000202' };
openWebhookWorker(line.ctx, { start: true });
const receiver = await startReceiver(undefined, '127.0.0.1', afterAll);
const hook = await shop.api('POST', '/v1/webhooks', {
  url: receiver.url,
  events: ['message.received', 'message.status', 'device.status'],
});

const arrivedEvent = (fits: (event: Record<string, unknown>) => boolean) =>
  until(() => verifiedEvents(receiver.requests, hook.body.secret).find(fits));

contract('What the service does > The service lets a business send', async () => {
  await shop.send({ to: CUSTOMER, body: 'Ada yang bisa dibantu?' });
  await line.sandbox.messageAt(CUSTOMER, 'Ada yang bisa dibantu?');

  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Jam buka?' });

  expect(await arrivedEvent((event) => event.body === 'Jam buka?')).toMatchObject({
    event: 'message.received',
    from: CUSTOMER,
  });
});

contract('What the service does > 1', async () => {
  const device = await shop.api('GET', `/v1/devices/${shop.deviceUuid}`);
  const unknownEngine = await shop.api('POST', '/v1/devices', { label: 'Merpati', engine: 'pigeon' });

  expect(device.body).toMatchObject({ phone_number: OWNER, engine: 'economy', status: 'connected' });
  expect(unknownEngine.status).toBe(422);
  expect(unknownEngine.body.errors.engine).toEqual([expect.stringContaining('economy')]);
});

contract('What the service does > 1.1', async () => {
  const created = await shop.api('POST', '/v1/devices', { label: 'Gudang' });
  const device = await shop.api('GET', `/v1/devices/${created.body.device_uuid}`);
  const qr = await shop.api('GET', `/v1/devices/${created.body.device_uuid}/qr`);
  const buttons = { buttons: [{ id: 'y', title: 'Ya' }] };
  const button = await shop.send({ type: 'button', body: 'Setuju?', interactive: buttons });
  const list = await shop.send({
    type: 'list',
    body: 'Pilih',
    interactive: { button_text: 'Menu', sections: [{ title: 'A', rows: [{ id: '1', title: 'Satu' }] }] },
  });

  expect(device.body.engine).toBe('economy');
  expect([200, 202]).toContain(qr.status);
  expect([button.body.error, list.body.error]).toEqual([
    'interactive_not_supported',
    'interactive_not_supported',
  ]);
});

contract('What the service does > 2', async () => {
  const accepted = await shop.send({ to: CUSTOMER, body: 'Pesanan siap' });

  await until(async () => {
    const { body } = await shop.api('GET', `/v1/messages/${accepted.body.id}`);
    return body.status === 'delivered';
  });

  expect(accepted).toMatchObject({ status: 202, body: { status: 'queued' } });
  expect(await line.textsAt(CUSTOMER)).toContain('Pesanan siap');
});

contract('What the service does > 3', async () => {
  const budi = { phone: '081298765432', name: 'Budi', email: 'budi@example.com', tags: ['grosir'] };

  const created = await shop.api('POST', '/v1/contacts', budi);
  const listed = await shop.api('GET', '/v1/contacts');

  expect(created.status).toBe(201);
  expect(listed.body.data).toMatchObject([{ ...budi, phone: '6281298765432', id: created.body.id }]);
});

contract('What the service does > 5', async () => {
  const before = await shop.api('GET', '/v1/usage');
  await shop.send({ to: CUSTOMER, body: 'Satu lagi' });
  const after = await shop.api('GET', '/v1/usage');

  expect(after.body.messages_sent).toBe(before.body.messages_sent + 1);
  expect(after.body.api_calls).toBe(before.body.api_calls + 2);
  expect(after.body).toHaveProperty('messages_quota');
});

contract('What the service does > 6', async () => {
  const sent = await shop.send({ to: CUSTOMER, body: 'Sudah dikirim' });
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Terima kasih' });
  const other = await shop.api('POST', '/v1/devices', { label: 'Cabang' });

  const events = await Promise.all([
    arrivedEvent((event) => event.body === 'Terima kasih'),
    arrivedEvent((event) => event.message_id === sent.body.id && event.status === 'delivered'),
    arrivedEvent((event) => event.device_uuid === other.body.device_uuid),
  ]);

  expect(events.map((event) => event.event)).toEqual(['message.received', 'message.status', 'device.status']);
});

// The assistant, auto-replies, flows and the hand-off are proved in src/app/automation.test.ts.
contract('What the service does > 7', async () => {
  const { http } = service;
  const link = (
    await shop.api('POST', '/v1/entry-points', {
      name: 'Promo',
      device_uuid: shop.deviceUuid,
      text: 'Promo?',
    })
  ).body;
  const widget = (
    await shop.api('POST', '/v1/widgets', {
      ...{ name: 'Toko', device_uuid: shop.deviceUuid, mode: 'chat' },
      allowed_origins: ['https://toko.example'],
    })
  ).body;
  const say = (from: string, message: object) =>
    line.sandbox.post(`/sandbox/phones/${from}/messages`, { to: OWNER, ...message });
  const touches = async () => {
    const { body } = await shop.api('GET', '/v1/conversations');
    return body.data.flatMap((chat: Json) => (chat.last_touch ? [chat.last_touch.kind] : []));
  };

  const visit = await http.inject({ url: `/l/${link.slug}`, headers: { 'user-agent': 'Mozilla/5.0' } });
  const qr = await shop.api('GET', `/v1/entry-points/${link.id}/qr.png`);
  const target = new URL(String(visit.headers.location), 'http://gateway/l/');
  await line.sandbox.post('/sandbox/phones', { number: VISITORS.link });
  await line.sandbox.post('/sandbox/phones', { number: VISITORS.ad });
  await say(VISITORS.link, { text: target.searchParams.get('text') });
  await say(VISITORS.ad, kindNamed('ad').phone('120210987654321', 'Halo'));
  const page = await http.inject({ url: `/w/${widget.id}` });
  const { token } = (
    await http.inject({ method: 'POST', url: `/w/${widget.id}/visitors`, payload: {} })
  ).json();
  await http.inject({
    ...{ method: 'POST', url: `/w/${widget.id}/messages`, headers: { authorization: `Bearer ${token}` } },
    payload: { id: randomUUID(), text: 'Halo' },
  });

  expect([visit.statusCode, qr.headers['content-type'], page.statusCode]).toEqual([302, 'image/png', 200]);
  expect(String(page.headers['content-security-policy'])).toContain('frame-ancestors https://toko.example');
  await until(async () => (await touches()).length === 3);
  expect((await touches()).toSorted()).toEqual(['ad', 'link', 'widget']);
});
