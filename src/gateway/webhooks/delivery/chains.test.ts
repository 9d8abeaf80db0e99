import type { ServerResponse } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertEvents } from '../../../../test/harness/events.ts';
import { type ReceivedRequest, startReceiver } from '../../../../test/harness/receiver.ts';
import { until } from '../../../../test/harness/until.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { SECOND, systemClock } from '../../../platform/lib/clock.ts';
import { WEBHOOK_TYPES } from '../../events/event.ts';

const file = await testContext({ cleanup: afterAll });

type Body = Record<string, unknown>;

const bodyOf = ({ body }: ReceivedRequest): Body => JSON.parse(body.toString());

const status = (message_id: number, name: string): Body => ({
  ...{ event: 'message.status', device_uuid: 'kasir', message_id, status: name },
});

/** All in one fan-out, in this order. */
async function happen(shop: WebhookAccount, bodies: readonly Body[]): Promise<void> {
  const columns = { account_id: shop.id, created_at: shop.ctx.now() };
  await insertEvents(
    shop.ctx.pool,
    bodies.map((body) => ({ ...columns, type: String(body.event), body: JSON.stringify(body) })),
  );
  shop.ctx.bus.publish('events');
}

/** A started worker, and a receiver that holds its answers to bodies that `holds` chooses. */
async function scene(holds: (body: Body) => boolean) {
  const shop = await webhookAccount({ ctx: file, parts: systemClock });
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((request, response) => {
    if (holds(bodyOf(request))) held.push(response);
    else response.end();
  });
  await shop.register(receiver.url, [...WEBHOOK_TYPES]);
  // After a few successes the endpoint has more slots than chains.
  for (let n = 0; n < 20; n += 1) await happen(shop, [status(-n - 1, 'sent')]);
  shop.worker.start();
  onTestFinished(() => shop.worker.stop(0));
  await receiver.arrived(20);
  receiver.requests.length = 0;
  return { shop, receiver, held, bodies: () => receiver.requests.map(bodyOf) };
}

test('delivered waits for the answer to sent, and no other message waits with it', async () => {
  const { shop, receiver, held, bodies } = await scene(
    ({ message_id, status: name }) => message_id === 1 && name === 'sent',
  );
  const others = Array.from({ length: 100 }, (_, n) => n + 2);

  await happen(shop, [status(1, 'sent'), status(1, 'delivered'), ...others.map((id) => status(id, 'sent'))]);
  await happen(shop, [status(1, 'read'), ...others.map((id) => status(id, 'delivered'))]);
  await receiver.arrived(201);
  const before = bodies().filter(({ message_id }) => message_id === 1);
  held[0]?.end();
  await receiver.arrived(203);

  expect(before).toEqual([status(1, 'sent')]);
  expect(
    bodies()
      .filter(({ message_id }) => message_id === 1)
      .map((body) => body.status),
  ).toEqual(['sent', 'delivered', 'read']);
});

test('60 messages behind a slow one of their conversation leave the slots to others', async () => {
  const received = (conversation_id: string, n: number): Body => ({
    ...{ event: 'message.received', device_uuid: 'kasir', from: '62811', conversation_id, n },
  });
  const { shop, receiver, held, bodies } = await scene(({ conversation_id: id, n }) => id === 'a' && n === 1);
  const many = Array.from({ length: 60 }, (_, n) => n + 1);

  await happen(shop, [
    ...many.map((n) => received('a', n)),
    ...many.map((n) => received('b', n)),
    { event: 'message.edited', device_uuid: 'kasir', conversation_id: 'a', phone: '62811', n: 61 },
  ]);
  await receiver.arrived(61);
  const before = bodies().filter(({ conversation_id: id }) => id === 'a');
  held[0]?.end();
  await receiver.arrived(121);

  const numbers = (conversation: string) =>
    bodies().flatMap(({ conversation_id: id, n }) => (id === conversation ? [n] : []));
  expect(before).toHaveLength(1);
  expect([numbers('a'), numbers('b')]).toEqual([[...many, 61], many]);
});

test.each([
  ['of a device', { event: 'device.status', device_uuid: 'kasir' }],
  ['of a sender without a conversation', { event: 'message.received', device_uuid: 'kasir', from: 'x@lid' }],
  ['of a customer without a device', { event: 'contact.opted_out', device_uuid: null, phone: '62811' }],
])('events %s keep their order', async (_, body) => {
  const { shop, receiver, held, bodies } = await scene(({ n }) => n === 1);
  await happen(shop, [
    { ...body, n: 1 },
    { ...body, n: 2 },
    { ...body, n: 3 },
  ]);
  await until(() => held.length === 1);
  await happen(shop, [status(7, 'sent')]);
  await receiver.arrived(2);
  const before = bodies().filter(({ n }) => n !== undefined);
  held[0]?.end();
  await receiver.arrived(4);

  expect(before).toHaveLength(1);
  expect(bodies().flatMap(({ n }) => (n === undefined ? [] : [n]))).toEqual([1, 2, 3]);
});

test('300 messages with answers of any length: each event once, each message in its order', async () => {
  const shop = await webhookAccount({ ctx: file, parts: systemClock });
  const receiver = await startReceiver((request, response) => {
    setTimeout(() => response.end(), (Number(bodyOf(request).message_id) * 7) % 13);
  });
  const slow = await startReceiver((_, response) => setTimeout(() => response.end(), 5));
  await shop.register(receiver.url);
  await shop.register(slow.url);
  shop.worker.start();
  onTestFinished(() => shop.worker.stop(0));
  const names = ['sent', 'delivered', 'read'];

  for (let first = 0; first < 300; first += 100) {
    const ids = Array.from({ length: 100 }, (_, n) => first + n);
    await happen(
      shop,
      ids.flatMap((id) => [status(id, 'sent'), status(id, 'delivered')]),
    );
    await happen(
      shop,
      ids.map((id) => status(id, 'read')),
    );
  }
  await Promise.all([receiver.arrived(900), slow.arrived(900)]);

  for (const { requests } of [receiver, slow]) {
    const byMessage = Map.groupBy(requests.map(bodyOf), ({ message_id }) => message_id);
    expect(byMessage.size).toBe(300);
    for (const bodies of byMessage.values()) expect(bodies.map((body) => body.status)).toEqual(names);
  }
});

test('after a failure the later events of a message do not wait for the retry', async () => {
  const shop = await webhookAccount({ ctx: file });
  let answers = 0;
  const receiver = await startReceiver((_, response) => {
    answers += 1;
    response.writeHead(answers === 1 ? 500 : 200).end();
  });
  await shop.register(receiver.url);
  await happen(shop, [status(1, 'sent'), status(1, 'delivered'), status(1, 'read')]);

  await shop.worker.runOnce();
  shop.ctx.clock.advance(40 * SECOND);
  await shop.worker.runOnce();

  const names = receiver.requests.map((request) => bodyOf(request).status);
  expect(names).toEqual(['sent', 'delivered', 'read', 'sent']);
  expect(await shop.deliveries()).toMatchObject(Array(3).fill({ status: 'delivered', claim_id: null }));
});

test('behind slow answers, deliveries are claimed again before their leases end, in their order', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver((_, response) => {
    shop.ctx.clock.advance(8 * SECOND);
    response.end();
  });
  await shop.register(receiver.url);
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  await happen(
    shop,
    numbers.map((n) => ({ event: 'device.status', device_uuid: 'kasir', n })),
  );

  const attempts = await shop.worker.runOnce();

  expect(receiver.requests.map((request) => bodyOf(request).n)).toEqual(numbers);
  expect(attempts).toBeGreaterThan(12);
  expect(await shop.deliveries()).toMatchObject(
    Array(12).fill({ status: 'delivered', attempts: 1, claim_id: null }),
  );
});

test('a stop releases the deliveries that wait, and the next worker sends them in their order', async () => {
  const { shop, receiver, held, bodies } = await scene(
    ({ message_id, status: name }) => message_id === 1 && name === 'sent',
  );
  await happen(shop, [status(1, 'sent'), status(1, 'delivered'), status(1, 'read')]);
  await until(() => held.length === 1);

  await shop.worker.stop(0);
  const claims = (await shop.deliveries()).filter(({ status: state }) => state === 'pending');
  const next = shop.newWorker();
  next.start();
  await until(() => held.length === 2);
  held[1]?.end();
  await receiver.arrived(4);
  await next.stop(0);

  expect(claims).toMatchObject(Array(3).fill({ attempts: 0, claim_id: null }));
  expect(bodies().map((body) => body.status)).toEqual(['sent', 'sent', 'delivered', 'read']);
});
