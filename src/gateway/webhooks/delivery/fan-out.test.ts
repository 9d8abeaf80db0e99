import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertEvents } from '../../../../test/harness/events.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { openTransaction } from '../../../../test/harness/transaction.ts';
import {
  deliverBeside,
  type WebhookAccount,
  webhookAccount,
} from '../../../../test/harness/webhook-account.ts';
import type { TakeLimits } from '../../events/take.ts';
import { fanOutFirst, fanOutRoundRobin } from './fan-out-store.ts';

const file = await testContext({ cleanup: afterAll });

const NOWHERE = 'http://127.0.0.1:9/';
const UNLIMITED = { events: 500, weight: 10_000, accounts: 200 };

/** Accounts in the order of their ids, each with one webhook. */
async function accounts(count: number): Promise<WebhookAccount[]> {
  const all: WebhookAccount[] = [];
  for (let n = 0; n < count; n += 1) all.push(await webhookAccount({ ctx: file, beside: n > 0 }));
  for (const one of all) await one.register(NOWHERE);
  return all;
}

/** The deliveries of each account after each round, until all events are fanned out. */
async function rounds(all: WebhookAccount[], limits: Partial<TakeLimits>): Promise<number[][]> {
  const steps: number[][] = [];
  for (let next: number | null = 0; next !== null; ) {
    ({ next } = await fanOutRoundRobin(file.db, { ...UNLIMITED, ...limits, after: next, now: file.now() }));
    steps.push(await made(all));
  }
  return steps;
}

async function made(all: WebhookAccount[]): Promise<number[]> {
  const { rows } = await file.pool.query<{ account_id: number; count: number }>(
    'select account_id, count(*)::int from webhook_deliveries group by account_id',
  );
  const counts = new Map(rows.map((row) => [row.account_id, row.count]));
  return all.map(({ id }) => counts.get(id) ?? 0);
}

/** The events of its deliveries, in the order in which these were made. */
async function eventsOf(shop: WebhookAccount): Promise<number[]> {
  const { rows } = await file.pool.query<{ event_id: number }>(
    'select event_id from webhook_deliveries where account_id = $1 order by id',
    [shop.id],
  );
  return rows.map(({ event_id }) => event_id);
}

test('20,000 events of one account are not in the way of the one of another', async () => {
  const shop = await webhookAccount({ ctx: file });
  const busy = await startReceiver();
  await shop.register(busy.url);
  await shop.events(20_000);

  await deliverBeside(shop);
  const [ofShop] = await made([shop]);

  expect(ofShop).toBeLessThan(10_000);
});

test('accounts share a round evenly, and use what a small one leaves', async () => {
  const [large, small, other] = await accounts(3);
  if (!large || !small || !other) throw new Error('three accounts');
  await large.events(40);
  await small.events(2);
  await other.events(9);

  const steps = await rounds([large, small, other], { events: 12 });

  expect(steps.slice(0, 2)).toEqual([
    [5, 2, 5],
    [13, 2, 9],
  ]);
  expect(steps.at(-1)).toEqual([40, 2, 9]);
});

test('more accounts than one round takes on come one after the other, and then again', async () => {
  const all = await accounts(5);
  for (const account of all) await account.events(3);

  const steps = await rounds(all, { accounts: 2, events: 4 });

  expect(steps.slice(0, 3)).toEqual([
    [2, 2, 0, 0, 0],
    [2, 2, 2, 2, 0],
    [2, 2, 2, 2, 3],
  ]);
  expect(steps.at(-1)).toEqual([3, 3, 3, 3, 3]);
});

test('an account with many webhooks is fanned out in pieces, and nothing is left out', async () => {
  const [shop] = await accounts(1);
  if (!shop) throw new Error('one account');
  for (let count = 1; count < 5; count += 1) await shop.register(NOWHERE);
  await shop.events(7);

  const steps = await rounds([shop], { weight: 12 });

  expect(steps).toEqual([[15], [30], [35]]);
});

test('the first accounts of a round that makes too many deliveries do not keep the others from theirs', async () => {
  const all = await accounts(4);
  for (const account of all) {
    await account.register(NOWHERE);
    await account.events(2);
  }

  const steps = await rounds(all, { weight: 3 });

  expect(steps.slice(0, 2)).toEqual([
    [2, 2, 0, 0],
    [2, 2, 2, 2],
  ]);
  expect(steps.at(-1)).toEqual([4, 4, 4, 4]);
});

test('two processes at a time make each delivery once, and neither waits for the other', async () => {
  const all = await accounts(3);
  for (const account of all) await account.events(40);
  const other = await openTransaction(file.db);
  await fanOutRoundRobin(other.tx, { ...UNLIMITED, events: 30, after: 0, now: file.now() });

  const mine = await fanOutRoundRobin(file.db, { ...UNLIMITED, events: 30, after: 0, now: file.now() });
  const beside = await made(all);
  await other.commit();
  const steps = await rounds(all, {});

  expect(mine.next).toBe(0);
  expect(beside).toEqual([10, 10, 10]);
  expect(steps).toEqual([[40, 40, 40]]);
});

test('events that another process takes are not asked for again and again', async () => {
  const [shop] = await accounts(1);
  if (!shop) throw new Error('one account');
  await shop.events(5);
  const other = await openTransaction(file.db);
  await fanOutFirst(other.tx, { events: 5, now: file.now() });

  const few = await fanOutFirst(file.db, { events: 5, now: file.now() });
  const round = await fanOutRoundRobin(file.db, { ...UNLIMITED, events: 5, after: 0, now: file.now() });
  await other.rollback();

  expect([few, round]).toEqual([
    { due: [], next: null },
    { due: [], next: null },
  ]);
});

test('an event whose transaction commits after that of a later one is fanned out, too', async () => {
  const [shop] = await accounts(1);
  if (!shop) throw new Error('one account');
  const slow = await file.pool.connect();
  await slow.query('begin');
  const event = { account_id: shop.id, type: 'message.status', body: '{}', created_at: file.now() };
  const first = await insertEvents(slow, [event]);
  const second = await insertEvents(file.pool, [event]);
  await fanOutFirst(file.db, { events: 100, now: file.now() });
  const before = await eventsOf(shop);
  await slow.query('commit');
  slow.release();

  await fanOutRoundRobin(file.db, { ...UNLIMITED, after: 0, now: file.now() });

  expect(before).toEqual(second.map(({ id }) => id));
  expect(await eventsOf(shop)).toEqual([...before, ...first.map(({ id }) => id)]);
});

test('a webhook is heard of from its registration on: by every event that commits later', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { id } = await shop.register(NOWHERE);
  const slow = await file.pool.connect();
  await slow.query('begin');
  const event = { account_id: shop.id, type: 'message.status', body: '{}', created_at: file.now() };
  await insertEvents(slow, [event]);
  const fresh = await shop.register(NOWHERE);
  await slow.query('commit');
  slow.release();

  await fanOutFirst(file.db, { events: 100, now: file.now() });

  expect((await shop.deliveries()).map(({ webhook_id }) => webhook_id)).toEqual([id, fresh.id]);
});

test.each([
  ['disabled', `update webhooks set status = 'disabled', disabled_at = now() where id = $1`, 'held'],
  ['removed', 'delete from webhooks where id = $1', 'failed'],
])(
  'a webhook that is %s in the moment of a fan-out gets nothing, and nothing is left waiting',
  async (_, end, status) => {
    const shop = await webhookAccount({ ctx: file });
    const receiver = await startReceiver();
    const { id } = await shop.register(receiver.url);
    await shop.event('message.status');
    const other = await openTransaction(file.db);
    await fanOutFirst(other.tx, { events: 100, now: file.now() });
    await file.pool.query(end, [id]);
    await other.commit();

    await shop.worker.runOnce();

    expect(await shop.deliveries()).toMatchObject([{ status }]);
    expect(receiver.requests).toEqual([]);
  },
);
