import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { openTransaction } from '../../../test/harness/transaction.ts';
import { type EventConsumer, subscribe } from './consumer.ts';
import { announce, defineEvent, EVENT_TYPES, type EventType, timestamp } from './event.ts';

const ctx = await testContext({ cleanup: afterAll });

const DEVICE_STATUS = defineEvent(
  'device.status',
  { schema: 'Test', description: 'A test.', summary: 'A test', operationId: 'onTest' },
  { timestamp, number: z.int(), body: z.string() },
);
const WRITE = `with happened as (
    select $1::bigint as account_id, $2::timestamptz as happened_at, n, 'body of ' || n as body
    from generate_series(1, $3::int) n
  ), ${announce(DEVICE_STATUS, { timestamp: 'kurir_iso(e.happened_at)', number: 'e.n', body: 'e.body' })}
  select from announced`;

const consumerOf = (name: string): EventConsumer => ({
  name,
  types: EVENT_TYPES,
  release: async (_, ids) => [...ids],
});
const ONE = consumerOf('one');
const TWO = consumerOf('two');

function subscribeTo(consumer: EventConsumer, accountId: number, types: readonly EventType[]) {
  return ctx.db.transaction((tx) => subscribe(tx, consumer, accountId, async () => types));
}

async function write(accountId: number, count: number): Promise<void> {
  await ctx.pool.query(WRITE, [accountId, ctx.now(), count]);
}

async function backlogOf(accountId: number) {
  const { rows } = await ctx.pool.query<{ consumer: string; body: string }>(
    `select b.consumer, e.body from event_backlog b
     join events e on e.id = b.event_id and e.account_id = b.account_id and e.type = b.type
     where b.account_id = $1 order by b.consumer, b.event_id`,
    [accountId],
  );
  return rows.map(({ consumer, body }) => [consumer, JSON.parse(body).body]);
}

test('an event has its fields in the order of its definition, and a row per consumer in the same order', async () => {
  const { id } = await insertAccount(ctx);
  await subscribeTo(ONE, id, ['device.status']);
  await subscribeTo(TWO, id, ['message.status', 'device.status']);

  await write(id, 2);

  const { rows } = await ctx.pool.query('select event_id, body from events where account_id = $1', [id]);
  const at = ctx.now().toISOString();
  expect(rows[0].body).toBe(
    `{"event":"device.status","event_id":"${rows[0].event_id}","timestamp":"${at}","number":1,"body":"body of 1"}`,
  );
  expect(await backlogOf(id)).toEqual([
    ['one', 'body of 1'],
    ['one', 'body of 2'],
    ['two', 'body of 1'],
    ['two', 'body of 2'],
  ]);
});

test('no consumer has a row for an event of another type or account, or after its subscription ended', async () => {
  const [{ id }, other, former] = [
    await insertAccount(ctx),
    await insertAccount(ctx),
    await insertAccount(ctx),
  ];
  await subscribeTo(ONE, id, ['message.status', 'message.received']);
  await subscribeTo(ONE, other.id, ['device.status']);
  await subscribeTo(ONE, former.id, ['device.status']);
  await subscribeTo(ONE, former.id, []);

  await write(id, 1);
  await write(former.id, 1);

  expect(await backlogOf(id)).toEqual([]);
  expect(await backlogOf(former.id)).toEqual([]);
});

test('of two changes of one subscription at once, the later one sees the earlier one', async () => {
  const { id } = await insertAccount(ctx);
  const wanted: EventType[] = ['device.status'];
  const first = await openTransaction(ctx.db);
  await subscribe(first.tx, ONE, id, async () => [...wanted]);

  const second = ctx.db.transaction((tx) => subscribe(tx, ONE, id, async () => [...wanted]));
  wanted.push('message.status');
  await first.commit();
  await second;

  const { rows } = await ctx.pool.query('select types from event_subscriptions where account_id = $1', [id]);
  expect(rows).toEqual([{ types: ['message.status', 'device.status'] }]);
});
