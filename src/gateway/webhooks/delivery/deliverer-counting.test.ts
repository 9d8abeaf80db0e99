import { afterAll, expect, test } from 'vitest';
import { testConfig, testContext } from '../../../../test/harness/context.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/receiver.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import type { DeliveryKind } from '../schema.ts';
import { MAX_FAILURES } from '../schema.ts';

const file = await testContext({ cleanup: afterAll });

const refuse: Parameters<typeof startReceiver>[0] = (_, response) => response.writeHead(500).end('broken');

/** Answers 500 to `count` requests at once, when all of them have arrived. */
async function refuseTogether(count: number): Promise<Receiver> {
  const waiting: (() => void)[] = [];
  return startReceiver((_, response) => {
    waiting.push(() => response.writeHead(500).end());
    if (waiting.length === count) for (const answer of waiting) answer();
  });
}

/** The lines of this name. */
function named(lines: string[], name: string): unknown[] {
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === name);
}

/** As a replay or a test asks for it: due now, beside what was there. */
async function askFor(shop: WebhookAccount, webhookId: number, kind: DeliveryKind): Promise<void> {
  const { event_id, id } = await shop.event('message.status');
  await shop.ctx.pool.query('delete from event_backlog where event_id = $1', [id]);
  await shop.ctx.pool.query(
    `insert into webhook_deliveries (account_id, webhook_id, event_id, kind, next_attempt_at, created_at)
     select account_id, $2, id, $3, $4, $4 from events where event_id = $1`,
    [event_id, webhookId, kind, shop.ctx.now()],
  );
}

test('the tenth failure in total disables the webhook and holds what still waits', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  await shop.register(receiver.url);
  for (let count = 0; count < 9; count += 1) await shop.event('message.status');
  await shop.worker.runOnce();
  expect(await shop.webhooks()).toMatchObject([{ status: 'enabled', failure_count: 9, disabled_at: null }]);

  await shop.event('message.status');
  await shop.worker.runOnce();

  expect(await shop.webhooks()).toMatchObject([
    { status: 'disabled', failure_count: 10, disabled_at: shop.ctx.now() },
  ]);
  expect((await shop.deliveries()).map(({ status }) => status)).toEqual(Array(10).fill('held'));

  shop.ctx.clock.advance(24 * HOUR);
  await shop.event('message.status');
  expect(await shop.worker.runOnce()).toBe(0);
  expect(receiver.requests).toHaveLength(10);
});

test('attempts that were under way when the tenth failure came count no further', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  await shop.register(receiver.url);
  await shop.ctx.pool.query('update webhooks set failure_count = 8');
  for (let count = 0; count < 4; count += 1) await shop.event('message.status');

  expect(await shop.worker.runOnce()).toBe(4);

  expect(await shop.webhooks()).toMatchObject([{ status: 'disabled', failure_count: 10 }]);
});

test('failures that end at the same moment in several processes are all counted', async () => {
  const shop = await webhookAccount({ ctx: file });
  const others = [shop.newWorker(), shop.newWorker(), shop.newWorker()];
  const receiver = await startReceiver(refuse);
  for (let count = 0; count < 3; count += 1) await shop.register(receiver.url);
  for (let count = 0; count < MAX_FAILURES - 1; count += 1) await shop.event('message.status');

  await Promise.all([shop.worker, ...others].map((worker) => worker.runOnce()));

  expect(receiver.requests).toHaveLength(27);
  expect(await shop.webhooks()).toMatchObject(Array(3).fill({ status: 'enabled', failure_count: 9 }));
});

test('fifty attempts that fail at the same moment in many processes: ten are counted, one disables', async () => {
  const lines: string[] = [];
  const shop = await webhookAccount({ ctx: file, logLines: lines });
  const workers = Array.from({ length: 13 }, () => shop.newWorker());
  const receiver = await refuseTogether(50);
  const { id } = await shop.register(receiver.url);
  for (let count = 0; count < 50; count += 1) await shop.event('message.status');

  await Promise.all(workers.map((worker) => worker.runOnce()));

  expect(receiver.requests).toHaveLength(50);
  expect(await shop.webhooks()).toMatchObject([
    { status: 'disabled', failure_count: 10, disabled_at: shop.ctx.now() },
  ]);
  expect(named(lines, 'webhook.disabled')).toMatchObject([{ webhook_id: id, failure_count: 10 }]);
  expect((await shop.deliveries()).map(({ status }) => status)).toEqual(Array(50).fill('held'));
});

test('the fifth, seventh and ninth failure are reported to the operator, once each', async () => {
  const lines: string[] = [];
  const shop = await webhookAccount({ ctx: file, logLines: lines });
  const receiver = await startReceiver(refuse);
  const { id } = await shop.register(receiver.url);

  for (let count = 0; count < MAX_FAILURES; count += 1) {
    await shop.event('message.status');
    await shop.worker.runOnce();
  }

  const of = { webhook_id: id, account_id: shop.id };
  expect(named(lines, 'webhook.failing')).toMatchObject([
    { ...of, failure_count: 5, failures_left: 5 },
    { ...of, failure_count: 7, failures_left: 3 },
    { ...of, failure_count: 9, failures_left: 1 },
  ]);
  expect(named(lines, 'webhook.disabled')).toMatchObject([{ ...of, failure_count: 10 }]);
});

test('failures of replays and tests never count; a replay is retried, a test is not', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  const { id } = await shop.register(receiver.url);
  for (let count = 0; count < MAX_FAILURES; count += 1) await askFor(shop, id, 'replay');
  await askFor(shop, id, 'test');

  await shop.worker.runOnce();
  shop.ctx.clock.advance(HOUR);
  await shop.worker.runOnce();

  expect(await shop.webhooks()).toMatchObject([{ status: 'enabled', failure_count: 0 }]);
  expect(await shop.deliveries()).toMatchObject([
    ...Array(MAX_FAILURES).fill({ kind: 'replay', status: 'pending', attempts: 2 }),
    { kind: 'test', status: 'failed', attempts: 1, settled_at: expect.any(Date) },
  ]);
});

test('an endpoint whose last test is done goes on with the replays that wait', async () => {
  // The first four slots: three for replays, one for the test. Then both kinds take turns, without a test left.
  const draws = [0, 0, 0, 0.9];
  const shop = await webhookAccount({ ctx: file, parts: { random: () => draws.shift() ?? 0.9 } });
  const receiver = await startReceiver(refuse);
  const { id } = await shop.register(receiver.url);
  for (let count = 0; count < 8; count += 1) await askFor(shop, id, 'replay');
  await askFor(shop, id, 'test');

  expect(await shop.worker.runOnce()).toBe(9);
});

test('when the webhook is disabled a waiting replay is held and a waiting test has failed', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver(refuse);
  const { id } = await shop.register(receiver.url);
  await askFor(shop, id, 'replay');
  await askFor(shop, id, 'test');
  await shop.ctx.pool.query(`update webhooks set status = 'disabled'`);

  expect(await shop.worker.runOnce()).toBe(0);

  expect(await shop.deliveries()).toMatchObject([
    { kind: 'replay', status: 'held', settled_at: null },
    { kind: 'test', status: 'failed', settled_at: expect.any(Date) },
  ]);
});

test('an operator may let only deliveries without a retry left count', async () => {
  const config = testConfig({ KURIR_WEBHOOK_FAILURES: 'exhausted' });
  const shop = await webhookAccount({ ctx: file, parts: { config } });
  const receiver = await startReceiver(refuse);
  await shop.register(receiver.url);
  for (let count = 0; count < MAX_FAILURES + 2; count += 1) await shop.event('message.status');

  const countsByAttempt: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await shop.worker.runOnce();
    countsByAttempt.push((await shop.webhooks())[0]?.failure_count ?? -1);
    shop.ctx.clock.advance(7 * HOUR);
  }

  expect(countsByAttempt).toEqual([0, 0, 0, 0, 0, MAX_FAILURES]);
  expect(await shop.webhooks()).toMatchObject([{ status: 'disabled' }]);
  expect(receiver.requests.length).toBeGreaterThanOrEqual(5 * (MAX_FAILURES + 2) + MAX_FAILURES);
});
