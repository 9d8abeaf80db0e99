import { afterAll, expect } from 'vitest';
import { createInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import { HOUR, MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { testContext } from '../harness/context.ts';
import { CUSTOMER, OWNER } from '../harness/line.ts';
import { type Receiver, type Respond, startReceiver } from '../harness/receiver.ts';
import { insertDevice } from '../harness/rows.ts';
import { openPairedService, openWebhookWorker } from '../harness/service.ts';
import { type Json, verifiedEvents } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { until } from '../harness/until.ts';
import { webhookAccount } from '../harness/webhook-account.ts';
import { contract } from './contract.ts';

// Events come from the phone network. The delivery rules take hours, so their tests have a separate clock.
const { line, shop, connectAs } = await openPairedService();
openWebhookWorker(line.ctx, { start: true });
const receiver = await startReceiver(undefined, '127.0.0.1', afterAll);
const ALL = ['message.received', 'message.status', 'device.status'];
const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ALL });

/** A number without a phone. */
const NOBODY = '6289900000000';
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const events = () => verifiedEvents(receiver.requests, hook.body.secret);
const eventsThat = (fits: (event: Json) => boolean, count: number) =>
  until(() => {
    const found = events().filter(fits);
    return found.length >= count && found;
  });
const write = (text: string) =>
  line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text });

contract('Events > Events are delivered as HTTP POST', async () => {
  const received = await startReceiver();
  await shop.api('POST', '/v1/webhooks', { url: received.url, events: ['message.received'] });
  await shop.send({ to: CUSTOMER, body: 'Bukan untuk hook kedua' });

  await write('Untuk keduanya');
  await received.arrived(1);
  await eventsThat((event) => event.body === 'Untuk keduanya', 1);

  const [request] = received.requests;
  expect([request?.method, request?.headers['content-type']]).toEqual(['POST', 'application/json']);
  expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({ event: 'message.received' });
  expect(received.requests).toHaveLength(1);
});

contract('Events > message.received', async () => {
  const sent = await write('Pesan 2 kopi ☕');

  const [event] = await eventsThat(({ body }) => body === 'Pesan 2 kopi ☕', 1);

  expect(event).toMatchObject({
    event: 'message.received',
    event_id: expect.any(String),
    device_uuid: shop.deviceUuid,
    from: CUSTOMER,
    type: 'text',
    body: 'Pesan 2 kopi ☕',
    wa_message_id: sent.body.wa_message_id,
    timestamp: TIMESTAMP,
  });
});

contract('Events > message.status', async () => {
  const { body } = await shop.send({ to: CUSTOMER, body: 'Sampai?' });
  const arrived = await line.sandbox.messageAt(CUSTOMER, 'Sampai?');
  await eventsThat((event) => event.message_id === body.id && event.status === 'delivered', 1);
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/read`, { wa_message_id: arrived.wa_message_id });
  const progress = await eventsThat((event) => event.message_id === body.id, 3);
  const refused = await shop.send({ to: NOBODY });
  const [failure] = await eventsThat((event) => event.message_id === refused.body.id, 1);

  // Deliveries run side by side: the order of arrival is not promised.
  expect(progress.map((event) => event.status).toSorted()).toEqual(['delivered', 'read', 'sent']);
  for (const event of progress) {
    expect(event).toEqual({
      event: 'message.status',
      event_id: expect.any(String),
      device_uuid: shop.deviceUuid,
      message_id: body.id,
      wa_message_id: arrived.wa_message_id,
      status: expect.any(String),
      to: CUSTOMER,
      error: null,
      timestamp: TIMESTAMP,
    });
  }
  expect(failure).toMatchObject({ status: 'failed', error: { code: expect.any(String) } });
});

contract('Events > device.status', async () => {
  const number = '6281100000002';
  const { body } = await shop.api('POST', '/v1/devices', { label: 'Baru' });
  const path = `/v1/devices/${body.device_uuid}`;
  const becomes = (status: string) =>
    until(async () => (await shop.api('GET', path)).body.status === status, { what: status });
  await connectAs(number, body.device_uuid);
  await line.sandbox.post(`/sandbox/numbers/${number}/drop`);
  await becomes('disconnected');
  await line.sandbox.post(`/sandbox/numbers/${number}/restore`);
  await becomes('connected');
  await line.sandbox.post(`/sandbox/numbers/${number}/ban`);
  await becomes('banned');

  const announced = await eventsThat((event) => event.device_uuid === body.device_uuid, 6);

  expect(new Set(announced.map((event) => event.status))).toEqual(
    new Set(['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned']),
  );
  for (const event of announced) {
    expect(event).toMatchObject({
      event: 'device.status',
      event_id: expect.any(String),
      timestamp: TIMESTAMP,
    });
    expect(Object.keys(event)).toEqual(expect.arrayContaining(['previous_status', 'reason']));
  }
});

// Delivery rules --------------------------------------------------------------------------------------------

const stopped = await testContext({ cleanup: afterAll });
const hooks = () => webhookAccount({ ctx: stopped, parts: { random: () => 0 } });
const answering =
  (status: number): Respond =>
  (_, response) =>
    response.writeHead(status).end();
const bodies = (of: Receiver) => of.requests.map(({ body }) => body.toString());
const WAITS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

contract('Events > Delivery rules > 1', async () => {
  const account = await hooks();
  const receivers = await Promise.all([200, 204, 299].map((status) => startReceiver(answering(status))));
  for (const { url } of receivers) await account.register(url);
  await account.event('message.received');

  await account.worker.runOnce();
  stopped.clock.advance(48 * HOUR);
  await account.worker.runOnce();

  expect(receivers.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  expect((await account.deliveries()).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
});

contract('Events > Delivery rules > 2', async () => {
  const account = await hooks();
  const failing = await startReceiver(answering(500));
  await account.register(failing.url);
  await account.event('message.received');

  const attempts = [await account.worker.runOnce()];
  for (const wait of WAITS) {
    stopped.clock.advance(wait - 1);
    attempts.push(await account.worker.runOnce());
    stopped.clock.advance(1);
    attempts.push(await account.worker.runOnce());
  }

  expect(attempts).toEqual([1, ...WAITS.flatMap(() => [0, 1])]);
});

contract('Events > Delivery rules > 3', async () => {
  const account = await hooks();
  const forgetful = await startReceiver((_, response) =>
    forgetful.requests.length === 1 ? response.destroy() : response.end(),
  );
  await account.register(forgetful.url);
  const device = await insertDevice(line.ctx, shop.account);
  const { storeReceived } = createInbound(line.ctx, []);
  const received = {
    device: { id: device.id, account_id: device.account_id, device_uuid: device.device_uuid, epoch: 1 },
    message: {
      waMessageId: '3EB0TWICE',
      from: CUSTOMER,
      type: 'text' as const,
      body: 'Dua kali',
      at: new Date(),
    },
  };

  const { body } = await account.event(
    'message.received',
    '{"event":"message.received","wa_message_id":"A"}',
  );
  await account.worker.runOnce();
  stopped.clock.advance(30 * SECOND);
  await account.worker.runOnce();
  for (const batch of [[received], [received, received]]) {
    await line.ctx.db.transaction((tx) => storeReceived(tx, batch));
  }

  expect(bodies(forgetful)).toEqual([body, body]);
  const stored = tablesOf(line.ctx.db).selectFrom('messages').select('id').where('device_id', '=', device.id);
  expect(await stored.execute()).toHaveLength(1);
});

contract('Events > Delivery rules > 4', async () => {
  const account = await hooks();
  const failing = await startReceiver(answering(500));
  const { id } = await account.register(failing.url);
  for (let n = 0; n < 10; n += 1) {
    expect((await account.webhooks()).map(({ status }) => status)).toEqual(['enabled']);
    await account.event('message.received');
    await account.worker.runOnce();
  }

  await account.event('message.received');
  stopped.clock.advance(48 * HOUR);
  const later = await account.worker.runOnce();
  const again = await account.register(failing.url);
  await account.event('message.received');
  const afterwards = await account.worker.runOnce();

  expect(await account.webhooks()).toMatchObject([
    { id, status: 'disabled', failure_count: 10, disabled_at: expect.any(Date) },
    { id: again.id, status: 'enabled', failure_count: 1 },
  ]);
  expect([later, afterwards]).toEqual([0, 1]);
});

contract('Events > Delivery rules > 5', async () => {
  await eventsThat((event) => event.status === 'qr_pending', 1);

  const texts = bodies(receiver);

  expect(texts.filter((text) => text.includes('image/png') || text.includes('"qr"'))).toEqual([]);
});

contract('Events > Delivery rules > 6', async () => {
  const account = await hooks();
  const silent = await startReceiver(() => {});
  await account.register(silent.url);
  await account.event('message.received');

  const impatient = account.newWorker({ timeoutMs: 50 });
  await impatient.runOnce();

  const [delivery] = await account.deliveries();
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
  expect(delivery?.next_attempt_at.getTime()).toBe(stopped.now().getTime() + 30 * SECOND);
});
