import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { isLong } from '../../../../test/harness/long.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { until } from '../../../../test/harness/until.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { HOUR, MINUTE, SECOND, systemClock } from '../../../platform/lib/clock.ts';
import { removeWebhook } from '../webhook.ts';
import { REPLAYS } from './pace.ts';
import { replayDelivery, replayEvents, sendTestEvent } from './replay.ts';
import type { ReplayEvents } from './schema.ts';

const file = await testContext({ cleanup: afterAll });

const LONG_AGO = new Date(0);
const PER_SECOND = REPLAYS.perSecond.account;

function replay(shop: WebhookAccount, webhookId: number, request: Partial<ReplayEvents> = {}) {
  return replayEvents(shop.ctx, shop, webhookId, { since: LONG_AGO, only: 'undelivered', ...request });
}

/** Events that were fanned out long ago. */
async function pastEvents(shop: WebhookAccount, count: number, type = 'message.status') {
  const { rows } = await shop.ctx.pool.query<{ event_id: string; body: string }>(
    `insert into events (account_id, type, body, created_at)
     select $1, $2, '{ "event":"' || $2 || '", "n":' || n || ', "text":"Halo 👋" }', $3
     from generate_series(1, $4::int) n returning event_id, body`,
    [shop.id, type, shop.ctx.now(), count],
  );
  return rows;
}

/** For a lock that this test holds. */
function untilSomebodyWaits(shop: WebhookAccount) {
  return until(async () => {
    const { rowCount } = await shop.ctx.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  });
}

async function disable(shop: WebhookAccount, webhookId: number) {
  await shop.ctx.pool.query(
    `update webhooks set status = 'disabled', failure_count = 10, disabled_at = $2 where id = $1`,
    [webhookId, shop.ctx.now()],
  );
}

const MISSED = isLong ? 5_000 : 500;

test('all events that a disabled webhook missed reach the new registration: each once, the same bytes', async () => {
  const shop = await webhookAccount({ ctx: file });
  const broken = await startReceiver((_, response) => response.writeHead(500).end());
  const repaired = await startReceiver();
  const old = await shop.register(broken.url, ['message.status']);
  const missed = [];
  for (let n = 0; n < 10; n += 1) {
    missed.push(await shop.event('message.status', `{"n":${n},"text":"\\u00e9 👋"}`));
    await shop.worker.runOnce();
  }
  expect(await shop.webhooks()).toMatchObject([{ status: 'disabled' }]);
  missed.push(...(await pastEvents(shop, MISSED - 10)));
  await pastEvents(shop, 3, 'device.status');
  const fresh = await shop.register(repaired.url, ['message.status']);

  await expect(replay(shop, old.id)).rejects.toMatchObject({ code: 'webhook_disabled' });
  const answer = await replay(shop, fresh.id);
  file.clock.advance((MISSED / PER_SECOND) * SECOND);
  await shop.worker.runOnce();

  expect(answer).toEqual({ queued: MISSED, next: null });
  expect(broken.requests).toHaveLength(10);
  const arrived = repaired.requests.map(({ headers, body }) => [headers['webhook-id'], body.toString()]);
  expect(arrived.toSorted()).toEqual(missed.map(({ event_id, body }) => [event_id, body]).toSorted());
  expect(await replay(shop, fresh.id)).toEqual({ queued: 0, next: null });
});

test('two replays at once double nothing: one of them is turned away or finds nothing left', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const hook = await shop.register(receiver.url);
  await pastEvents(shop, 2_500);

  const answers = await Promise.allSettled([1, 2, 3].map(() => replay(shop, hook.id)));
  file.clock.advance((2_500 / PER_SECOND) * SECOND);
  await shop.worker.runOnce();

  const queued = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value.queued : answer.reason.code,
  );
  expect(queued).toContain(2_500);
  expect(queued.filter((each) => each !== 2_500)).toEqual(
    queued.flatMap((each) => (each === 0 || each === 'replay_under_way' ? [each] : [])),
  );
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(2_500);
  expect(receiver.requests).toHaveLength(2_500);
});

test('the lock of a replay ends with it, also when it fails, and is the account’s own', async () => {
  const shop = await webhookAccount({ ctx: file });
  const other = await webhookAccount({ ctx: file, beside: true });
  const [hook, theirs] = [
    await shop.register('http://127.0.0.1:9/'),
    await other.register('http://127.0.0.1:9/'),
  ];
  await pastEvents(shop, 1);
  await pastEvents(other, 1);
  const holder = await shop.ctx.pool.connect();
  await holder.query(`select pg_advisory_lock(hashtextextended('webhooks.replay', $1))`, [shop.id]);

  await expect(replay(shop, hook.id)).rejects.toMatchObject({ code: 'replay_under_way' });
  expect(await replay(other, theirs.id)).toMatchObject({ queued: 1 });

  await holder.query('select pg_advisory_unlock_all()');
  holder.release();
  await expect(replay(shop, hook.id, { cursor: { at: LONG_AGO, id: Number.NaN } })).rejects.toThrow();
  expect(await replay(shop, hook.id)).toMatchObject({ queued: 1 });
});

test('undelivered leaves out what was received, all does not; what waits is not doubled but goes out now', async () => {
  const shop = await webhookAccount({ ctx: file });
  let code = 204;
  const receiver = await startReceiver((_, response) => response.writeHead(code).end());
  const hook = await shop.register(receiver.url);
  const received = await shop.event('message.status');
  await shop.worker.runOnce();
  code = 500;
  const waiting = await shop.event('message.status');
  const failed = await shop.event('device.status');
  await shop.worker.runOnce();
  await shop.ctx.pool.query(
    `update webhook_deliveries set status = 'failed' where event_id = (select id from events where event_id = $1)`,
    [failed.event_id],
  );
  code = 204;

  const undelivered = await replay(shop, hook.id);
  await shop.worker.runOnce();
  const rest = await replay(shop, hook.id);
  const all = await replay(shop, hook.id, { only: 'all' });
  await shop.worker.runOnce();

  expect([undelivered.queued, rest.queued, all.queued]).toEqual([2, 0, 3]);
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  const times = (event: { event_id: string }) => ids.filter((id) => id === event.event_id).length;
  expect([received, waiting, failed].map(times)).toEqual([2, 3, 3]);
});

test('only events of the types, the time and the account are replayed', async () => {
  const shop = await webhookAccount({ ctx: file });
  const other = await webhookAccount({ ctx: file, beside: true });
  const receiver = await startReceiver();
  const hook = await shop.register(receiver.url, ['message.received']);
  const begun = shop.ctx.now();
  await pastEvents(shop, 1, 'message.received');
  file.clock.advance(HOUR);
  const [from, wanted] = [shop.ctx.now(), await pastEvents(shop, 1, 'message.received')];
  await pastEvents(shop, 1, 'message.status');
  await pastEvents(shop, 1, 'webhook.test');
  await pastEvents(other, 1, 'message.received');
  file.clock.advance(HOUR);
  await pastEvents(shop, 1, 'message.received');

  const answer = await replay(shop, hook.id, { since: from, until: from });
  const none = await replay(shop, hook.id, {
    since: new Date(begun.getTime() - 2),
    until: new Date(begun.getTime() - 1),
  });
  await shop.worker.runOnce();

  expect([answer.queued, none.queued]).toEqual([1, 0]);
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([wanted[0]?.event_id]);
});

test('an event that waits for its fan-out is left to it, so that it comes once', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const hook = await shop.register(receiver.url);
  await shop.event('message.status');

  const answer = await replay(shop, hook.id);
  await shop.worker.runOnce();

  expect(answer.queued).toBe(0);
  expect(receiver.requests).toHaveLength(1);
});

test('a replay waits for a fan-out, and delivers to the newer webhook what the fan-out leaves out', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  const { id } = await shop.event('message.status');
  const fanOut = await shop.ctx.pool.connect();
  await fanOut.query('begin');
  await fanOut.query('delete from event_backlog where event_id = $1', [id]);
  const hook = await shop.register('http://127.0.0.1:9/');

  const answer = replay(shop, hook.id);
  await untilSomebodyWaits(shop);
  await fanOut.query('commit');
  fanOut.release();

  expect((await answer).queued).toBe(1);
});

test('a replay that is longer than one call goes on where it ended', async () => {
  const shop = await webhookAccount({ ctx: file });
  const hook = await shop.register('http://127.0.0.1:9/');
  await pastEvents(shop, 1_500);
  const { rows } = await shop.ctx.pool.query(
    'select id, created_at as at from events order by id offset 999 limit 1',
  );

  const rest = await replay(shop, hook.id, { cursor: rows[0] });
  const start = await replay(shop, hook.id);

  expect([rest.queued, start.queued]).toEqual([500, 1_000]);
});

test('one delivery is replayed as often as it is asked for, but never while it still waits', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const hook = await shop.register(receiver.url);
  const { event_id, body } = await shop.event('message.status', '{ "n": 1 }');
  await shop.worker.runOnce();
  const [first] = await shop.deliveries();
  const again = () => replayDelivery(shop.ctx, shop, hook.id, first?.id ?? 0);

  const ids = await Promise.all([again(), again(), again()]);
  await shop.worker.runOnce();
  const later = await again();
  await shop.worker.runOnce();

  expect(new Set(ids).size).toBe(1);
  expect(later).not.toBe(ids[0]);
  expect(await shop.deliveries()).toMatchObject([
    { id: first?.id, kind: 'event', status: 'delivered' },
    { id: ids[0], kind: 'replay', status: 'delivered' },
    { id: later, kind: 'replay', status: 'delivered' },
  ]);
  expect(
    receiver.requests.map((request) => [request.headers['webhook-id'], request.body.toString()]),
  ).toEqual(Array(3).fill([event_id, body]));
});

test('a delivery whose retry is hours away goes out now when it is replayed, by itself or with others', async () => {
  const shop = await webhookAccount({ ctx: file });
  let code = 500;
  const receiver = await startReceiver((_, response) => response.writeHead(code).end());
  const hook = await shop.register(receiver.url);
  await shop.event('message.status', '{ "n": 1 }');
  await shop.event('message.status', '{ "n": 2 }');
  for (const wait of [0, MINUTE, 3 * MINUTE, 12 * MINUTE, 2 * HOUR]) {
    file.clock.advance(wait);
    await shop.worker.runOnce();
  }
  const [alone, other] = await shop.deliveries();
  // The repair comes just before the tenth failure, and the next retry is 6 hours away.
  await shop.ctx.pool.query(`update webhooks set status = 'enabled', failure_count = 9, disabled_at = null`);
  await shop.ctx.pool.query(`update webhook_deliveries set status = 'pending', next_attempt_at = $1`, [
    new Date(file.now().getTime() + 6 * HOUR),
  ]);

  const hurried = await replayDelivery(shop.ctx, shop, hook.id, alone?.id ?? 0);
  await shop.worker.runOnce();
  const stillBroken = [await shop.deliveries(), await shop.webhooks()];
  code = 204;
  const { queued } = await replay(shop, hook.id, { only: 'all' });
  await shop.worker.runOnce();

  expect(hurried).toBe(alone?.id);
  expect(stillBroken).toMatchObject([
    [
      { attempts: 6, status: 'failed' },
      { attempts: 5, status: 'pending' },
    ],
    [{ status: 'enabled', failure_count: 9 }],
  ]);
  expect(queued).toBe(2);
  expect(await shop.deliveries()).toMatchObject([
    { id: alone?.id, status: 'failed' },
    { id: other?.id, status: 'delivered', attempts: 6 },
    { kind: 'replay', status: 'delivered' },
  ]);
});

test('a replay from a machine whose clock is ahead goes out now, for every other machine', async () => {
  const shop = await webhookAccount({ ctx: file, parts: systemClock });
  const receiver = await startReceiver((_, response) =>
    response.writeHead(receiver.requests.length > 1 ? 204 : 500).end(),
  );
  const hook = await shop.register(receiver.url);
  await shop.event('message.status');
  await shop.worker.runOnce();
  await pastEvents(shop, 1);
  const ahead = { ...shop.ctx, now: () => new Date(Date.now() + 10 * MINUTE) };

  await replayEvents(ahead, shop, hook.id, { since: LONG_AGO, only: 'undelivered' });
  await sendTestEvent(ahead, shop, hook.id);
  await shop.worker.runOnce();

  expect(receiver.requests).toHaveLength(4);
  expect(await shop.deliveries()).toMatchObject(Array(3).fill({ status: 'delivered' }));
});

test('what is under way is left alone by a replay', async () => {
  const shop = await webhookAccount({ ctx: file });
  const hook = await shop.register('http://127.0.0.1:9/');
  await shop.event('message.status');
  await shop.worker.runOnce();
  const leaseEnd = new Date(file.now().getTime() + MINUTE);
  await shop.ctx.pool.query(
    `update webhook_deliveries set claim_id = gen_random_uuid(), next_attempt_at = $1, status = 'pending'`,
    [leaseEnd],
  );
  const [delivery] = await shop.deliveries();

  await replayDelivery(shop.ctx, shop, hook.id, delivery?.id ?? 0);
  const { queued } = await replay(shop, hook.id);

  expect(queued).toBe(0);
  expect(await shop.deliveries()).toEqual([delivery]);
});

test('what failed in a replay does not count towards disabling', async () => {
  const shop = await webhookAccount({ ctx: file });
  const broken = await startReceiver((_, response) => response.writeHead(500).end());
  const hook = await shop.register(broken.url);
  await pastEvents(shop, 20);

  await replay(shop, hook.id);
  await shop.worker.runOnce();
  file.clock.advance(MINUTE);
  await shop.worker.runOnce();

  expect(broken.requests).toHaveLength(40);
  expect(await shop.webhooks()).toMatchObject([{ status: 'enabled', failure_count: 0 }]);
});

test('nothing is replayed to a webhook that is disabled, removed or another account’s', async () => {
  const shop = await webhookAccount({ ctx: file });
  const other = await webhookAccount({ ctx: file, beside: true });
  const receiver = await startReceiver();
  const hook = await shop.register(receiver.url);
  await shop.event('message.status');
  await shop.worker.runOnce();
  const [delivery] = await shop.deliveries();
  const both = (who: WebhookAccount) =>
    Promise.allSettled([replay(who, hook.id), replayDelivery(who.ctx, who, hook.id, delivery?.id ?? 0)]);

  const foreign = await both(other);
  await disable(shop, hook.id);
  const disabled = await both(shop);
  await removeWebhook(shop.ctx, shop, hook.id);
  const removed = await both(shop);

  const codes = [foreign, disabled, removed].map((answers) =>
    answers.map((answer) => answer.status === 'rejected' && answer.reason.code),
  );
  expect(codes).toEqual([
    ['webhook_not_found', 'webhook_not_found'],
    ['webhook_disabled', 'webhook_disabled'],
    ['webhook_not_found', 'webhook_not_found'],
  ]);
  expect(await shop.deliveries()).toHaveLength(1);
});

test('an event that retention is just taking is waited for, and not replayed', async () => {
  const shop = await webhookAccount({ ctx: file });
  const hook = await shop.register('http://127.0.0.1:9/');
  await pastEvents(shop, 1);
  const retention = await shop.ctx.pool.connect();
  await retention.query('begin');
  await retention.query('delete from events');

  const answer = replay(shop, hook.id);
  await untilSomebodyWaits(shop);
  await retention.query('commit');
  retention.release();

  expect(await answer).toEqual({ queued: 0, next: null });
});

/** Before the clock of the database, whose time would go on between two calls. */
const PAST = new Date('2025-01-01T00:00:00Z');
const parts = { now: () => PAST };

/** How many deliveries of these webhooks leave in each second from now. */
async function perSecond(shop: WebhookAccount, ...hooks: { id: number }[]) {
  const ids = hooks.map(({ id }) => id);
  const counts: number[] = [];
  for (const { webhook_id, next_attempt_at } of await shop.deliveries()) {
    if (!ids.includes(webhook_id)) continue;
    const second = Math.floor((next_attempt_at.getTime() - shop.ctx.now().getTime()) / SECOND);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

test('replays leave at a pace per account, also when they are asked for again and again', async () => {
  const shop = await webhookAccount({ ctx: file, parts });
  const other = await webhookAccount({ ctx: file, parts, beside: true });
  const receiver = await startReceiver();
  const hooks = [await shop.register(receiver.url), await shop.register('http://same.example/')];
  const hook = await other.register('http://other.example/');
  await pastEvents(shop, 3 * PER_SECOND);
  await pastEvents(other, PER_SECOND);

  for (const { id } of [...hooks, ...hooks]) await replay(shop, id, { only: 'all' });
  await replay(other, hook.id);

  expect(await perSecond(shop, ...hooks)).toEqual(Array(6).fill(PER_SECOND));
  expect(await perSecond(shop, hook)).toEqual([PER_SECOND]);
  await shop.newWorker({}, { now: () => new Date(PAST.getTime() + SECOND) }).runOnce();
  expect(receiver.requests).toHaveLength(2 * PER_SECOND);
});

test('test events leave at a pace, and too many of them are refused with the time to wait', async () => {
  const shop = await webhookAccount({ ctx: file, parts });
  const other = await webhookAccount({ ctx: file, parts, beside: true });
  const hook = await shop.register('http://same.example/');
  const hookOfOther = await other.register('http://other.example/');

  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () => sendTestEvent(shop.ctx, shop, hook.id)),
  );
  await sendTestEvent(other.ctx, other, hookOfOther.id);

  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refused).toHaveLength(100 - 81);
  expect(refused[0]).toMatchObject({ code: 'service_unavailable', retryAfter: 1 });
  expect(await perSecond(shop, hook)).toEqual([21, ...Array(60).fill(1)]);
  expect(await perSecond(shop, hookOfOther)).toEqual([1]);
});

test('a host gets the test events of all accounts at one pace', async () => {
  const shop = await webhookAccount({ ctx: file, parts });
  const hooks = [];
  for (let n = 0; n < 4; n += 1) {
    const owner = await webhookAccount({ ctx: file, parts, beside: true });
    const hook = await owner.register(`http://same.example/${n}`);
    for (let test = 0; test < 10; test += 1) await sendTestEvent(owner.ctx, owner, hook.id);
    hooks.push(hook);
  }

  expect(await perSecond(shop, ...hooks)).toEqual([30, 10]);
});
