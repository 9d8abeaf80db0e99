import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../test/harness/audit.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { type Customer, openService, openWebhookWorker } from '../../../test/harness/service.ts';
import { verifiedEvents } from '../../../test/harness/shop.ts';
import { insertWidget } from '../../../test/harness/widgets.ts';
import { MAX_WEBHOOK_DEVICES } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const worker = openWebhookWorker(ctx, { start: false });

const LATER = new Date(0).toISOString();

/** A customer with two devices and a receiver. The webhook is for the first device, unless it is given. */
async function scene() {
  const shop = await service.customer({ max_devices: 10 });
  const other = await insertDevice(ctx, shop.account);
  const receiver = await startReceiver();
  const [kasir, gudang] = [shop.deviceUuid, other.device_uuid];
  const register = (body: object) =>
    shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['message.status'], ...body });
  /** The numbers of the events that arrived since the last call. */
  const arrived = async (secret: string) => {
    await worker.runOnce();
    return verifiedEvents(receiver.requests.splice(0), secret)
      .map(({ n }) => n)
      .toSorted();
  };
  return { shop, kasir, gudang, register, arrived };
}

/** One event for each device, in this order, with their numbers from 1. */
function happen({ account }: Customer, devices: readonly (string | null)[], type = 'message.status') {
  const bodies = devices.map((device_uuid, n) => JSON.stringify({ event: type, device_uuid, n: n + 1 }));
  const event = { account_id: account.id, type, created_at: ctx.now() };
  return insertEvents(
    ctx.pool,
    bodies.map((body) => ({ ...event, body })),
  );
}

test('a webhook gets the events of the devices that it names, and no event without a device', async () => {
  const { shop, kasir, gudang, register, arrived } = await scene();
  const { status, body } = await register({ device_uuids: [kasir.toUpperCase(), kasir] });

  await happen(shop, [kasir, gudang, null, kasir, randomUUID()]);

  expect([status, body.device_uuids]).toEqual([201, [kasir]]);
  expect(await arrived(body.secret)).toEqual([1, 4]);
});

test.each([
  ['no list', {}],
  ['null', { device_uuids: null }],
])('%s: events of all devices, and of none', async (_, list) => {
  const { shop, kasir, gudang, register, arrived } = await scene();
  const { body } = await register(list);

  await happen(shop, [kasir, gudang, null]);
  const webhooks = await shop.api('GET', '/v1/webhooks');

  expect(Object.keys(body)).toEqual(['id', 'url', 'events', 'secret']);
  expect(webhooks.body.data).toMatchObject([{ device_uuids: null }]);
  expect(await arrived(body.secret)).toEqual([1, 2, 3]);
});

test('a released device stays named, and the list never becomes all devices', async () => {
  const { shop, kasir, gudang, register, arrived } = await scene();
  const { body } = await register({ events: ['device.status'], device_uuids: [kasir] });

  await shop.api('DELETE', `/v1/devices/${kasir}`);
  const released = await arrived(body.secret);
  await happen(shop, [gudang, kasir], 'device.status');
  const later = await arrived(body.secret);
  const list = await shop.api('GET', '/v1/webhooks');
  const again = await shop.api('PATCH', `/v1/webhooks/${body.id}`, { device_uuids: [kasir, gudang] });

  expect([released.length, later]).toEqual([1, [2]]);
  expect(list.body.data[0].device_uuids).toEqual([kasir]);
  expect([again.status, again.body.device_uuids]).toEqual([200, [kasir, gudang]]);
});

test('a change counts from the next event on, and is in the audit log', async () => {
  const { shop, kasir, gudang, register, arrived } = await scene();
  const { body } = await register({ device_uuids: [kasir] });
  const change = async (changed: object) =>
    (await shop.api('PATCH', `/v1/webhooks/${body.id}`, changed)).body;

  const narrowed = await change({ device_uuids: [gudang] });
  await happen(shop, [kasir, gudang]);
  const ofOne = await arrived(body.secret);
  const retyped = await change({ events: ['device.status'] });
  await happen(shop, [gudang]);
  await happen(shop, [kasir, gudang], 'device.status');
  const ofOtherType = await arrived(body.secret);
  const widened = await change({ device_uuids: null, events: ['message.status'] });
  await happen(shop, [kasir, gudang, null]);

  expect([ofOne, ofOtherType, await arrived(body.secret)]).toEqual([[2], [2], [1, 2, 3]]);
  expect([narrowed, retyped, widened]).toMatchObject([
    { events: ['message.status'], device_uuids: [gudang] },
    { events: ['device.status'], device_uuids: [gudang] },
    { events: ['message.status'], device_uuids: null },
  ]);
  const entries = (await auditEntries(ctx, shop.account.id)).filter(
    ({ action }) => action === 'webhook.changed',
  );
  expect(entries.map(({ detail }) => detail)).toEqual([
    { changed: ['device_uuids'] },
    { changed: ['events'] },
    { changed: ['events', 'device_uuids'] },
  ]);
});

test('a replay sends the events of the named devices alone', async () => {
  const { shop, kasir, gudang, register, arrived } = await scene();
  await happen(shop, [kasir, gudang, null, kasir]);
  const { body } = await register({ device_uuids: [kasir] });

  const replay = await shop.api('POST', `/v1/webhooks/${body.id}/replay`, { since: LATER });

  expect([replay.status, replay.body.queued]).toEqual([202, 2]);
  expect(await arrived(body.secret)).toEqual([1, 4]);
});

test('foreign and unknown devices, and live chats, are refused alike, with their places', async () => {
  const { shop, kasir, register } = await scene();
  const foreign = (await service.customer()).deviceUuid;
  const [{ id }] = (await ctx.pool.query('select id from devices where device_uuid = $1', [kasir])).rows;
  const chat = (await insertWidget(ctx, { id, account_id: shop.account.id })).widget_uuid;
  const own = await register({});

  const answers = [];
  for (const other of [foreign, randomUUID(), chat]) {
    answers.push(
      await register({ device_uuids: [kasir, other] }),
      await shop.api('PATCH', `/v1/webhooks/${own.body.id}`, { device_uuids: [kasir, other] }),
    );
  }

  expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(
    Array(6).fill([422, { 'device_uuids.1': ['is no device of this account'] }]),
  );
});

test.each([
  ['an empty list', { device_uuids: [] }, 'device_uuids'],
  ['no uuid', { device_uuids: ['kasir'] }, 'device_uuids.0'],
  ['no list', { device_uuids: 'kasir' }, 'device_uuids'],
  ['too many', { device_uuids: Array.from({ length: MAX_WEBHOOK_DEVICES + 1 }, randomUUID) }, 'device_uuids'],
])('refuses: %s', async (_, change, field) => {
  const { shop, register } = await scene();
  const { body } = await register({});

  const answers = [await register(change), await shop.api('PATCH', `/v1/webhooks/${body.id}`, change)];

  for (const answer of answers)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test('a change needs a field, and a webhook of the account', async () => {
  const { shop, register } = await scene();
  const { body } = await register({});
  const { api } = await service.customer();

  const empty = await shop.api('PATCH', `/v1/webhooks/${body.id}`, {});
  const foreign = await api('PATCH', `/v1/webhooks/${body.id}`, { device_uuids: null });

  expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['device_uuids']]);
  expect([foreign.status, foreign.body.error]).toEqual([404, 'webhook_not_found']);
});
