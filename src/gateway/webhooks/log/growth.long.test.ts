import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import * as store from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const HOOKS = { mixed: 7, healthy: 8, behind: 9, held: 10 };
const GROWTH = 21_000;
const PAGE = 50;
const FEW = 2 * PAGE;
/** Once to find the horizon, once to look. */
const BOUNDED = 2 * store.LOOKED_THROUGH + FEW;
const COUNT_READ = {
  text: `select sum(seq_tup_read) as all, sum(idx_tup_fetch) filter (where relname = 'webhook_deliveries') as some
         from pg_stat_xact_user_tables where relname in ('webhook_deliveries', 'events')`,
};

/** Deliveries to a webhook, the first the latest. */
async function fill(accountId: number, webhookId: number, status: string): Promise<void> {
  await ctx.pool.query(
    `with e as (
       insert into events (account_id, type, body, created_at)
       select $1, case when n % 5000 = 0 then 'device.status' else 'message.status' end, '{}',
         $4::timestamptz - n * interval '1 second'
       from generate_series(1, $3::int) n returning id, created_at
     ), numbered as (
       select *, row_number() over (order by id) as n from e
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, status, kind, next_attempt_at, created_at)
     select $1, $2, id, ${status}, case n % 1000 when 6 then 'replay' else 'event' end, created_at, created_at
     from numbered`,
    [accountId, webhookId, GROWTH, ctx.now()],
  );
}

test('a page of a long log is read from its index, with any filter', async () => {
  const { id: account_id } = await insertAccount(ctx);
  await ctx.pool.query(
    `insert into webhooks (id, account_id, url, events, secret, created_at) overriding system value
     select id, $1, 'https://log.example/', '{}', '', $2 from unnest($3::bigint[]) id`,
    [account_id, ctx.now(), Object.values(HOOKS)],
  );
  // Of the mixed one hardly anything waits, failed, or was asked for.
  const mixed = `case n % 1000 when 0 then 'failed' when 2 then 'held' when 4 then 'pending' else 'delivered' end`;
  await fill(account_id, HOOKS.mixed, mixed);
  await fill(account_id, HOOKS.healthy, `'delivered'`);
  await fill(account_id, HOOKS.behind, `'pending'`);
  await fill(account_id, HOOKS.held, `case when n > ${GROWTH - 9} then 'failed' else 'held' end`);
  await ctx.pool.query('analyze webhook_deliveries; analyze events');
  const middle = new Date(ctx.now().getTime() - (GROWTH / 2) * 1000);
  const pages: [hook: keyof typeof HOOKS, filter: store.DeliveryFilter, most: number, none?: 'none'][] = [
    ['mixed', {}, FEW],
    ['mixed', { status: 'failed' }, FEW],
    ['mixed', { status: 'held' }, FEW],
    ['mixed', { status: 'pending' }, FEW],
    ['mixed', { kind: 'replay' }, FEW],
    ['mixed', { until: middle }, FEW],
    ['mixed', { since: middle }, FEW],
    ['mixed', { status: 'delivered' }, BOUNDED],
    ['mixed', { kind: 'event' }, BOUNDED],
    ['mixed', { event: 'device.status' }, BOUNDED],
    ['healthy', { status: 'pending' }, FEW, 'none'],
    ['healthy', { status: 'pending', event: 'device.status' }, FEW, 'none'],
    ['healthy', { event: 'webhook.test' }, BOUNDED, 'none'],
    ['behind', { status: 'pending' }, BOUNDED],
    ['behind', { status: 'delivered' }, BOUNDED, 'none'],
    ['held', { status: 'held' }, BOUNDED],
    ['held', { status: 'failed' }, BOUNDED, 'none'],
    ['held', { kind: 'test' }, FEW, 'none'],
  ];

  const spent = await ctx.db.transaction(async (tx) => {
    const read = async () => {
      const { rows } = await tx.query<{ all: number; some: number }>(COUNT_READ, []);
      return rows[0] ?? { all: Number.NaN, some: Number.NaN };
    };
    const spent = [];
    for (const [hook, filter] of pages) {
      const webhook = { account_id, webhook_id: HOOKS[hook] };
      const before = await read();
      const source = await store.chooseSource(tx, webhook, filter);
      const from = await store.findHorizon(tx, webhook, filter, { source, before: undefined });
      const page = { source, before: undefined, from, limit: PAGE };
      const rows = await store.listDeliveries(tx, webhook, filter, page);
      const after = await read();
      spent.push({ found: rows.length > 0, all: after.all - before.all, some: after.some - before.some });
    }
    return spent;
  });

  for (const [n, [hook, filter, most, none]] of pages.entries()) {
    const { found, all, some = Number.NaN } = spent[n] ?? {};
    expect([hook, filter, found, all, some <= most]).toEqual([hook, filter, none === undefined, 0, true]);
  }
});
