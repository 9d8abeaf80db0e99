import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { type NameRecord, startNameServer } from '../../../../test/harness/name-server.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { connectToServer } from '../../../../test/harness/tcp-proxy.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { MINUTE, SECOND, systemClock } from '../../../platform/lib/clock.ts';
import { openDatabase } from '../../../platform/lib/db/db.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import { MAX_FAILURES } from '../schema.ts';
import { makeAttempt } from './attempt.ts';
import type { WebhookWorker } from './deliverer.ts';
import { fanOutFirst } from './fan-out-store.ts';
import { createResultWriter } from './result-writer.ts';
import { createSharedClock } from './shared-clock.ts';
import { claimDue, findPending, releaseClaims, writeResults } from './store.ts';
import { takeOverDeliveries } from './takeover.ts';

const file = await testContext({ cleanup: afterAll });

const COUNTING = { max: MAX_FAILURES, onlyExhausted: false };

/** For workers that run by themselves: they go by the real time. */
const running = () => webhookAccount({ ctx: file, parts: systemClock });

function started(worker: WebhookWorker): WebhookWorker {
  worker.start();
  onTestFinished(() => worker.stop(0));
  return worker;
}

async function claimAll(shop: WebhookAccount) {
  const now = shop.ctx.now();
  await fanOutFirst(shop.ctx.db, { events: 100, now });
  const leaseEnd = new Date(now.getTime() + 25 * SECOND);
  const { due } = await findPending(shop.ctx.db, null, 100, now);
  return claimDue(
    shop.ctx.db,
    due.map((one) => ({ ...one, slots: 100 })),
    now,
    leaseEnd,
  );
}

test('a crash between POST and result leads to a second delivery with the same bytes, after the lease', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  await shop.event('message.received', '{"body":"Halo  👋"}');

  // The process dies between the answer and the write: claimed and sent, nothing written.
  const [claimed] = await claimAll(shop);
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  onTestFinished(() => client.close());
  if (!claimed) throw new Error('nothing was claimed');
  const lost = await makeAttempt(shop.ctx, claimed, {
    client,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
  });
  const beforeLeaseEnd = await shop.worker.runOnce();
  shop.ctx.clock.advance(25 * SECOND);
  const afterLeaseEnd = await shop.worker.runOnce();

  expect(lost).toMatchObject({ status: 'delivered' });
  expect([beforeLeaseEnd, afterLeaseEnd]).toEqual([0, 1]);
  const [first, second] = receiver.requests;
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
});

test.each(['fan-out', 'claim', 'request', 'first of two results'])(
  'a process that dies after its %s leaves every event to be delivered, with the same bytes',
  async (step) => {
    const shop = await webhookAccount({ ctx: file });
    const receiver = await startReceiver();
    await shop.register(receiver.url);
    const sent = [
      await shop.event('message.status', '{"n" : 1}'),
      await shop.event('device.status', '{"n":2}'),
    ];
    const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
    onTestFinished(() => client.close());
    const transport = { client, timeoutMs: 10_000, signal: new AbortController().signal };

    if (step === 'fan-out') await fanOutFirst(shop.ctx.db, { events: 100, now: shop.ctx.now() });
    const claimed = step === 'fan-out' ? [] : await claimAll(shop);
    const results = [];
    for (const delivery of step === 'claim' ? [] : claimed) {
      const result = await makeAttempt(shop.ctx, delivery, transport);
      if ('status' in result) results.push(result);
    }
    if (step === 'first of two results') {
      await writeResults(shop.ctx.db, results.slice(0, 1), COUNTING, shop.ctx.now());
    }
    shop.ctx.clock.advance(25 * SECOND);
    await shop.newWorker().runOnce();

    const copies = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id']);
    for (const { event_id, body } of sent) {
      const bodies = copies.get(event_id)?.map((request) => request.body.toString()) ?? [];
      expect(new Set(bodies)).toEqual(new Set([body]));
      expect(bodies.length).toBeLessThanOrEqual(2);
    }
    expect(await shop.deliveries()).toMatchObject(Array(2).fill({ status: 'delivered', attempts: 1 }));
  },
);

test('an attempt counts, although the database refuses what the receiver answered', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  await shop.event('message.received', '{"n":1}');
  await shop.event('message.received', '{"n":2}');
  const claimed = await claimAll(shop);
  const writer = createResultWriter(shop.ctx, new AbortController().signal, () => {});
  const results = claimed.map(({ id, claim_id }, n) => ({
    ...{
      delivery_id: id,
      claim_id,
      started_at: shop.ctx.now(),
      duration_ms: 1,
      status_code: 200,
      error: null,
      automation: null,
    },
    ...{ status: 'delivered' as const, retry_at: null, response_excerpt: n === 0 ? 'a\0b' : 'ok' },
  }));

  await Promise.all(results.map((result) => writer.add(result)));

  expect(await shop.deliveries()).toMatchObject([
    { status: 'delivered', attempts: 1 },
    { status: 'delivered', attempts: 1 },
  ]);
});

test('the result of a claim that another worker has taken over is void', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  await shop.event('message.received');
  const [stale] = await claimAll(shop);
  shop.ctx.clock.advance(30 * SECOND);
  const [fresh] = await claimAll(shop);
  if (!stale || !fresh) throw new Error('nothing was claimed');

  const now = shop.ctx.now();
  const result = {
    delivery_id: stale.id,
    status: 'failed' as const,
    retry_at: null,
    started_at: now,
    duration_ms: 1,
    status_code: 500,
    error: null,
    response_excerpt: '',
    automation: null,
  };
  await writeResults(shop.ctx.db, [{ ...result, claim_id: stale.claim_id }], COUNTING, now);
  await releaseClaims(shop.ctx.db, [stale]);

  expect(await shop.deliveries()).toMatchObject([
    { status: 'pending', attempts: 0, claim_id: fresh.claim_id },
  ]);
  expect(await shop.webhooks()).toMatchObject([{ failure_count: 0 }]);
});

test.each([10, -10])(
  'a machine whose clock is %i min off breaks into no claim and retries neither early nor late',
  async (minutes) => {
    const shop = await webhookAccount({ ctx: file });
    const held: ServerResponse[] = [];
    const receiver = await startReceiver((_, response) => void held.push(response));
    await shop.register(receiver.url);
    await shop.event('message.received');
    const off = { now: () => new Date(shop.ctx.now().getTime() + minutes * MINUTE) };
    const clock = createSharedClock(async () => shop.ctx.now(), { machine: off, askAgainMs: 0 });
    const skewed = shop.newWorker({ clock }, off);

    const attempt = skewed.runOnce();
    await receiver.arrived(1);
    const brokenInto = await shop.worker.runOnce();
    for (const response of held.splice(0)) response.writeHead(500).end();
    await attempt;
    // Its clock goes on while the test runs, hence some seconds on both sides.
    shop.ctx.clock.advance(20 * SECOND);
    const early = (await shop.worker.runOnce()) + (await skewed.runOnce());
    shop.ctx.clock.advance(MINUTE);
    const inTime = (minutes > 0 ? shop.worker : skewed).runOnce();
    await receiver.arrived(2);
    held.pop()?.end();

    expect([brokenInto, early, await inTime]).toEqual([0, 0, 1]);
  },
);

test('what a killed gateway was delivering is due again when the next one takes over', async () => {
  const shop = await running();
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  await shop.event('message.status', '{"number":1}');
  await shop.newWorker().runOnce();
  await tablesOf(shop.ctx.db)
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      claim_id: '11111111-1111-4111-8111-111111111111',
      next_attempt_at: new Date(shop.ctx.now().getTime() + 25_000),
    })
    .execute();

  await takeOverDeliveries(shop.ctx);
  await shop.newWorker().runOnce();

  expect(receiver.requests.map(({ body }) => body.toString())).toEqual(['{"number":1}', '{"number":1}']);
});

test('several workers never make one attempt twice', async () => {
  const shop = await running();
  const receiver = await startReceiver();
  for (let count = 0; count < 3; count += 1) await shop.register(receiver.url);
  for (let count = 0; count < 3; count += 1) started(shop.newWorker());

  for (let number = 0; number < 100; number += 1) {
    await shop.event('message.status', `{"number":${number}}`);
    shop.ctx.bus.publish('events');
  }
  await receiver.arrived(300);
  for (const worker of [shop.newWorker(), shop.newWorker()]) await worker.runOnce();

  expect(receiver.requests).toHaveLength(300);
  const copies = Map.groupBy(receiver.requests, ({ body }) => body.toString());
  expect([...copies.values()].map(({ length }) => length)).toEqual(Array(100).fill(3));
});

test('an event that is announced is on its way at once, and one that is not within the poll', async () => {
  const shop = await running();
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  started(shop.worker);

  await shop.event('message.status', '{"n":1}');
  shop.ctx.bus.publish('events');
  await receiver.arrived(1);
  await shop.event('message.status', '{"n":2}');
  await receiver.arrived(2);

  expect(receiver.requests.map(({ body }) => body.toString())).toEqual(['{"n":1}', '{"n":2}']);
});

test('a stop lets attempts under way end and writes what came of them', async () => {
  const shop = await running();
  const receiver = await startReceiver((_, response) => setTimeout(() => response.end(), 100));
  await shop.register(receiver.url);
  await shop.event('message.status');
  shop.worker.start();
  await receiver.arrived(1);

  await shop.worker.stop();

  expect(await shop.deliveries()).toMatchObject([{ status: 'delivered', claim_id: null }]);
});

test('a stop does not wait for an endpoint that hangs: its delivery is due again, without an attempt', async () => {
  const shop = await running();
  const receiver = await startReceiver((_, response) => {
    if (receiver.requests.length > 1) response.end();
  });
  await shop.register(receiver.url);
  await shop.event('message.status');
  shop.worker.start();
  await receiver.arrived(1);

  await shop.worker.stop(50);
  expect(await shop.deliveries()).toMatchObject([{ status: 'pending', attempts: 0, claim_id: null }]);

  await shop.newWorker().runOnce();
  expect(await shop.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

test('while the database is away the worker waits, and then goes on: results included', async () => {
  const shop = await running();
  const line = await databaseLine(shop.ctx.databaseUrl);
  let answer = () => {};
  const receiver = await startReceiver((request, response) => {
    if (request.body.toString() === '{"n":1}') answer = () => void response.end();
    else response.end();
  });
  await shop.register(receiver.url);
  const worker = started(shop.newWorker({}, line));
  await shop.event('message.status', '{"n":1}');
  await receiver.arrived(1);

  await line.cut();
  answer();
  await shop.event('message.status', '{"n":2}');
  await line.refused(3);
  const whileAway = await shop.deliveries();
  await line.restore();
  await receiver.arrived(2);
  await worker.stop();

  expect(whileAway).toMatchObject([{ status: 'pending', attempts: 0 }]);
  expect(await shop.deliveries()).toMatchObject([
    { status: 'delivered', attempts: 1 },
    { status: 'delivered', attempts: 1 },
  ]);
  expect(receiver.requests).toHaveLength(2);
});

/** A separate pool whose connections run through a line that can be cut: they break, and new ones close at once. */
async function databaseLine(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let refusals = 0;
  let waiting: { count: number; resolve: () => void } | null = null;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (isCut) {
      socket.destroy();
      refusals += 1;
      if (waiting && refusals >= waiting.count) waiting.resolve();
      return;
    }
    const upstream = connectToServer(databaseUrl);
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const database = openDatabase(url.href, { max: 4, name: 'kurir test line', onIdleError: () => {} });
  onTestFinished(async () => {
    await database.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  return {
    pool: database.pool,
    db: database.db,
    async cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    async restore() {
      isCut = false;
    },
    /** Resolves when this number of connections was turned away. */
    refused: (count: number) => new Promise<void>((resolve) => (waiting = { count, resolve })),
  };
}

test('while no name server answers, no failure counts, and the delivery waits', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const silent = { v4: 'silent', v6: 'silent' } as const;
  const records: Record<string, NameRecord> = { 'hook.test': silent, '': silent };
  const { address } = await startNameServer(records);
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'], nameServers: [address] });
  onTestFinished(() => client.close());
  const worker = shop.newWorker({ client, timeoutMs: 10_000 });
  await shop.register(`http://hook.test:${receiver.port}/`);
  await shop.event('message.received');

  await worker.runOnce();
  const [waiting] = await shop.deliveries();
  const [webhook] = await shop.webhooks();
  records['hook.test'] = { v4: ['127.0.0.1'] };
  shop.ctx.clock.advance(MINUTE);
  await worker.runOnce();

  expect(waiting).toMatchObject({ status: 'pending', attempts: 0, claim_id: null });
  expect(webhook).toMatchObject({ failure_count: 0, status: 'enabled' });
  expect(receiver.requests).toHaveLength(1);
  expect(await shop.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});
