import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import * as store from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const HOOK = 7;
const GROWTH = 40_000;
const PAGE = 50;
const FEW = 2 * PAGE;
/** Once to find the horizon, once to look. */
const BOUNDED = 2 * store.LOOKED_THROUGH + FEW;

test('a page of a long log is read from its index, whatever it is filtered by', async () => {
  const { id: account_id } = await insertAccount(ctx);
  const webhook = { account_id, webhook_id: HOOK };
  // Hardly any of them waits, failed, or was asked for; two webhooks share the table.
  await ctx.pool.query(
    `with e as (
       insert into events (account_id, type, body, created_at, fanned_out)
       select $1, case when n % 5000 = 0 then 'device.status' else 'message.status' end, '{}', $4::timestamptz - n * interval '1 second', true
       from generate_series(1, $3::int) n returning id, created_at
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, status, kind, next_attempt_at, created_at)
     select $1, $2 + id % 2, id, case id % 2000 when 0 then 'failed' when 2 then 'held' when 4 then 'pending' else 'delivered' end,
       case id % 2000 when 6 then 'replay' else 'event' end, created_at, created_at from e`,
    [account_id, HOOK, GROWTH, ctx.now()],
  );
  await ctx.pool.query('analyze webhook_deliveries; analyze events');
  const middle = new Date(ctx.now().getTime() - (GROWTH / 2) * 1000);
  const filters: [filter: store.DeliveryFilter, most: number][] = [
    [{}, FEW],
    [{ status: 'failed' }, FEW],
    [{ status: 'held' }, FEW],
    [{ status: 'pending' }, FEW],
    [{ kind: 'replay' }, FEW],
    [{ until: middle }, FEW],
    [{ since: middle }, FEW],
    [{ status: 'delivered' }, BOUNDED],
    [{ kind: 'event' }, BOUNDED],
    [{ event: 'device.status' }, BOUNDED],
  ];

  const spent = await ctx.db.transaction().execute(async (tx) => {
    const read = async () => {
      const { rows } = await sql<{ all: number; some: number }>`
        select seq_tup_read as all, idx_tup_fetch as some from pg_stat_xact_user_tables
        where relname = 'webhook_deliveries'`.execute(tx);
      return rows[0] ?? { all: Number.NaN, some: Number.NaN };
    };
    const spent = [];
    for (const [filter] of filters) {
      const before = await read();
      const from = await store.findHorizon(tx, webhook, filter, undefined);
      const rows = await store.listDeliveries(tx, webhook, filter, { before: undefined, from, limit: PAGE });
      const after = await read();
      spent.push({ found: rows.length > 0, all: after.all - before.all, some: after.some - before.some });
    }
    return spent;
  });

  for (const [n, [filter, most]] of filters.entries()) {
    const { some = Number.NaN, ...rest } = spent[n] ?? {};
    expect([filter, rest, some <= most]).toEqual([filter, { found: true, all: 0 }, true]);
  }
});
