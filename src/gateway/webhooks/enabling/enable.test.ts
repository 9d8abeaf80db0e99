import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { replayEvents } from '../replay/replay.ts';
import { MAX_WEBHOOKS } from '../schema.ts';
import { enableWebhook } from './enable.ts';

const file = await testContext({ cleanup: afterAll });

/** A webhook whose receiver answers with the status that the test sets. */
async function webhookWith(status: number) {
  const shop = await webhookAccount({ ctx: file });
  const answer = { status };
  const receiver = await startReceiver((_, response) => response.writeHead(answer.status).end());
  const hook = await shop.register(receiver.url);
  return { shop, answer, receiver, hook };
}

/** The webhook is disabled, and holds `count` deliveries. */
async function disabledWith(count: number) {
  const scene = await webhookWith(500);
  const events = await scene.shop.events(count);
  await scene.shop.worker.runOnce();
  return { ...scene, events, failed: scene.receiver.requests.length };
}

/** Deliveries of a disabled webhook without any attempt, a millisecond apart. */
async function heldDeliveries(shop: WebhookAccount, webhookId: number, count: number): Promise<void> {
  await shop.ctx.pool.query(
    `update webhooks set status = 'disabled', failure_count = 10, disabled_at = $2 where id = $1`,
    [webhookId, shop.ctx.now()],
  );
  await shop.ctx.pool.query(
    `with happened as (
       insert into events (account_id, type, body, created_at)
       select $1, 'message.status', '{}', $3 from generate_series(1, $4::int) returning id
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, status, next_attempt_at, created_at)
     select $1, $2, id, 'held', $3, $3::timestamptz + (id - max(id) over ()) * interval '1 ms' from happened`,
    [shop.id, webhookId, new Date(shop.ctx.now().getTime() - HOUR), count],
  );
}

async function statusesOf(shop: WebhookAccount): Promise<string[]> {
  return [...new Set((await shop.deliveries()).map(({ status }) => status))];
}

test('a disabled webhook that is enabled gets each held event once, signed with the same secret', async () => {
  const { shop, answer, receiver, hook, events, failed } = await disabledWith(14);
  const before = [await shop.webhooks(), await statusesOf(shop)];
  const disabledAt = file.now();
  answer.status = 204;
  file.clock.advance(MINUTE);

  const { queued, missedSince } = await enableWebhook(shop.ctx, shop, hook.id);
  file.clock.advance(SECOND);
  await shop.worker.runOnce();
  const again = await enableWebhook(shop.ctx, shop, hook.id);
  file.clock.advance(DAY);
  await shop.worker.runOnce();

  expect(before).toMatchObject([[{ status: 'disabled', failure_count: 10 }], ['held']]);
  expect([queued, missedSince]).toEqual([14, disabledAt]);
  expect([again.queued, again.missedSince]).toEqual([0, null]);
  const arrived = receiver.requests.slice(failed);
  expect(arrived.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
    events.map(({ event_id }) => event_id).toSorted(),
  );
  for (const { headers, body } of arrived) {
    const signature = createHmac('sha256', hook.secret).update(body).digest('hex');
    expect(headers['x-service-signature']).toBe(`sha256=${signature}`);
  }
  expect(await statusesOf(shop)).toEqual(['delivered']);
  expect(await shop.webhooks()).toEqual([
    {
      id: hook.id,
      status: 'enabled',
      failure_count: 0,
      disabled_at: null,
      failing_since: null,
      last_error: null,
    },
  ]);
});

test('new events of an enabled webhook are delivered again', async () => {
  const { shop, answer, receiver, hook, failed } = await disabledWith(10);
  answer.status = 204;
  await enableWebhook(shop.ctx, shop, hook.id);

  const { event_id } = await shop.event('message.status');
  await shop.worker.runOnce();

  expect(receiver.requests.slice(failed).map(({ headers }) => headers['webhook-id'])).toContain(event_id);
});

test('a receiver that still fails ten times disables the webhook again, and no event is lost', async () => {
  const { shop, answer, receiver, hook, failed } = await disabledWith(25);

  await enableWebhook(shop.ctx, shop, hook.id);
  file.clock.advance(SECOND);
  await shop.worker.runOnce();
  const second = [await shop.webhooks(), await statusesOf(shop)];
  answer.status = 204;
  const { queued } = await enableWebhook(shop.ctx, shop, hook.id);
  file.clock.advance(SECOND);
  await shop.worker.runOnce();

  expect(second).toMatchObject([[{ status: 'disabled', failure_count: 10 }], ['held']]);
  expect(receiver.requests.length).toBeGreaterThanOrEqual(failed + 10 + 25);
  expect(queued).toBe(25);
  expect(await statusesOf(shop)).toEqual(['delivered']);
});

test('the waits of a held delivery go on where they ended', async () => {
  const { shop, hook } = await disabledWith(10);
  await enableWebhook(shop.ctx, shop, hook.id);
  file.clock.advance(SECOND);
  const startedAt = file.now().getTime();

  await shop.worker.runOnce();
  const deliveries = await shop.deliveries();

  expect(deliveries.map(({ attempts }) => attempts)).toEqual(Array(10).fill(2));
  for (const { next_attempt_at } of deliveries) {
    expect(next_attempt_at.getTime()).toBeGreaterThanOrEqual(startedAt + 2 * MINUTE);
  }
});

test('1,500 held deliveries become due 20 ms apart, the oldest first', async () => {
  const { shop, hook } = await webhookWith(204);
  await heldDeliveries(shop, hook.id, 1_500);

  const { queued } = await enableWebhook(shop.ctx, shop, hook.id);

  const due = (await shop.deliveries()).map(({ next_attempt_at }) => next_attempt_at.getTime());
  const gaps = due.slice(1).map((at, n) => at - (due[n] ?? 0));
  expect([queued, gaps.length]).toEqual([1_500, 1_499]);
  // The second chunk may start later.
  expect([Math.min(...gaps), gaps.filter((gap) => gap > 20).length <= 1]).toEqual([20, true]);
});

test('parallel calls queue each held delivery once', async () => {
  const { shop, receiver, hook } = await webhookWith(204);
  await heldDeliveries(shop, hook.id, 1_200);

  const answers = await Promise.all([1, 2, 3].map(() => enableWebhook(shop.ctx, shop, hook.id)));
  file.clock.advance(MINUTE);
  await shop.worker.runOnce();

  expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(1_200);
  expect(receiver.requests).toHaveLength(1_200);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1_200);
});

test('a call that ended early is completed by the next call', async () => {
  const { shop, hook } = await webhookWith(204);
  await heldDeliveries(shop, hook.id, 3);
  await file.pool.query(`update webhooks set status = 'enabled', failure_count = 0, disabled_at = null`);

  const { queued } = await enableWebhook(shop.ctx, shop, hook.id);

  expect(queued).toBe(3);
  expect(await statusesOf(shop)).toEqual(['pending']);
});

test('events of the time between are replayed since missed_since', async () => {
  const { shop, answer, receiver, hook, failed } = await disabledWith(10);
  file.clock.advance(HOUR);
  const { event_id } = await shop.event('message.status');
  answer.status = 204;

  const { missedSince } = await enableWebhook(shop.ctx, shop, hook.id);
  const since = missedSince ?? file.now();
  const replayed = await replayEvents(shop.ctx, shop, hook.id, { since, only: 'undelivered' });
  file.clock.advance(SECOND);
  await shop.worker.runOnce();

  const ids = receiver.requests.slice(failed).map(({ headers }) => headers['webhook-id']);
  // The replay hurries the held deliveries of the same time, and adds the event of the time between.
  expect(replayed.queued).toBeGreaterThanOrEqual(1);
  expect(ids.filter((id) => id === event_id)).toHaveLength(1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(11);
});

test('an enabled webhook only gets failure count 0: its retries and its reason stay', async () => {
  const { shop, hook } = await webhookWith(500);
  await shop.events(3);
  await shop.worker.runOnce();
  const [before] = await shop.webhooks();
  const waiting = await shop.deliveries();

  const { queued, missedSince } = await enableWebhook(shop.ctx, shop, hook.id);
  await enableWebhook(shop.ctx, shop, hook.id);

  expect(before).toMatchObject({ failure_count: 3, failing_since: expect.any(Date) });
  expect([queued, missedSince]).toEqual([0, null]);
  expect(await shop.webhooks()).toEqual([{ ...before, failure_count: 0 }]);
  expect(await shop.deliveries()).toEqual(waiting);
  const entries = (await auditEntries(file, shop.id)).filter(({ action }) => action === 'webhook.enabled');
  expect(entries).toMatchObject([
    { target: String(hook.id), detail: { failure_count: 3, disabled_at: null } },
  ]);
});

test('an account with the limit of enabled webhooks enables no other one', async () => {
  const { shop, hook } = await webhookWith(204);
  await heldDeliveries(shop, hook.id, 2);
  for (let n = 0; n < MAX_WEBHOOKS; n += 1) await shop.register('http://127.0.0.1:9/');

  const refused = enableWebhook(shop.ctx, shop, hook.id);

  await expect(refused).rejects.toMatchObject({ code: 'webhook_limit_reached' });
  expect(await statusesOf(shop)).toEqual(['held']);
});

test('the webhook of another account is unknown', async () => {
  const { shop, hook } = await webhookWith(204);
  const other = await webhookAccount({ ctx: file, beside: true });

  await expect(enableWebhook(other.ctx, other, hook.id)).rejects.toMatchObject({ code: 'webhook_not_found' });
  await expect(enableWebhook(shop.ctx, shop, 987_654)).rejects.toMatchObject({ code: 'webhook_not_found' });
});
