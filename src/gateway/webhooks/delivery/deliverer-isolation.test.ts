import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { MINUTE, systemClock } from '../../../platform/lib/clock.ts';
import type { EVENT_TYPES } from '../../events/event.ts';
import type { WebhookWorker } from './deliverer.ts';

const file = await testContext({ cleanup: afterAll });

/** For workers that run by themselves: they go by the real time. */
const running = (beside = false) => webhookAccount({ ctx: file, parts: systemClock, beside });

function started(worker: WebhookWorker): WebhookWorker {
  worker.start();
  onTestFinished(() => worker.stop(0));
  return worker;
}

/** Endpoints that never answer, and one receiver behind all of them. */
async function hangingEndpoints(shop: WebhookAccount, count: number, events: (typeof EVENT_TYPES)[number][]) {
  const receiver = await startReceiver(() => {});
  await Promise.all(Array.from({ length: count }, () => shop.register(receiver.url, events)));
  return receiver;
}

/** Events with a due delivery for each webhook of the account, regardless of its types. */
async function backlog(shop: WebhookAccount, events: number, columns: { attempts?: number; kind?: string }) {
  const { attempts = 0, kind = 'event' } = columns;
  await shop.ctx.pool.query(
    `with happened as (
       insert into events (account_id, type, body, created_at)
       select $1, 'message.status', '{"late":' || n || '}', $2 from generate_series(1, $3::int) n returning id
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, attempts, kind, next_attempt_at, created_at)
     select $1, w.id, happened.id, $4, $5, $2, $2 from happened, webhooks w where w.account_id = $1`,
    [shop.id, shop.ctx.now(), events, attempts, kind],
  );
}

test('half of 40 endpoints of an account hang: the others get all of theirs meanwhile', async () => {
  const shop = await running();
  const hanging = await hangingEndpoints(shop, 20, ['message.received', 'message.status']);
  const healthy = await startReceiver();
  for (let count = 0; count < 20; count += 1) await shop.register(healthy.url, ['message.status']);
  started(shop.newWorker({ timeoutMs: 10 * MINUTE }));
  for (let count = 0; count < 10; count += 1) await shop.event('message.received');
  shop.ctx.bus.publish('events');
  await hanging.arrived(80);

  for (let count = 0; count < 50; count += 1) await shop.event('message.status');
  shop.ctx.bus.publish('events');
  await healthy.arrived(50 * 20);

  expect(hanging.requests).toHaveLength(80);
});

test('a flood of retries to endpoints that hang leaves places for first attempts', async () => {
  const shop = await running();
  const hanging = await hangingEndpoints(shop, 49, ['message.received']);
  await backlog(shop, 20, { attempts: 1 });
  const healthy = await startReceiver();
  await shop.register(healthy.url, ['message.status']);
  started(shop.newWorker({ maxInFlight: 32, timeoutMs: 10 * MINUTE }));
  await hanging.arrived(8);

  for (let count = 0; count < 20; count += 1) await shop.event('message.status');
  shop.ctx.bus.publish('events');
  await healthy.arrived(20);

  // A quarter of the places: the late half of all, and of that what an account may hold alone.
  expect(hanging.requests).toHaveLength(8);
});

longTest(
  '50 endpoints with 100,000 waiting deliveries cannot starve the single one of another account',
  async () => {
    const shop = await running();
    const hanging = await hangingEndpoints(shop, 50, ['message.received']);
    await backlog(shop, 2_000, {});
    const neighbour = await running(true);
    const healthy = await startReceiver();
    await neighbour.register(healthy.url);
    started(shop.newWorker({ timeoutMs: 10 * MINUTE }));
    await hanging.arrived(126);

    for (let count = 0; count < 20; count += 1) await neighbour.event('message.status');
    shop.ctx.bus.publish('events');
    await healthy.arrived(20);

    // Half of all slots but two: each endpoint has two, and may hold half of what its account may still take.
    expect(hanging.requests).toHaveLength(126);
  },
);

test('what happens now goes out before the thousand replays of the same endpoint', async () => {
  const shop = await webhookAccount({ ctx: file, parts: { random: () => 0.9 } });
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  await backlog(shop, 1_000, { kind: 'replay' });
  const { body } = await shop.event('message.status', '{"now":true}');

  await shop.worker.runOnce();

  const bodies = receiver.requests.map((request) => request.body.toString());
  expect(bodies).toHaveLength(1_001);
  expect(bodies.indexOf(body)).toBeLessThan(4);
});
