import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertEvents } from '../../../../test/harness/events.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { type Db, openDatabase } from '../../../platform/lib/db/db.ts';
import { releaseEvents } from '../release-store.ts';
import { registerWebhook } from '../webhook.ts';
import { fanOutFirst, fanOutRoundRobin } from './fan-out-store.ts';
import { closeOrphans, startOf } from './orphan-store.ts';
import * as store from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const GROWTH = 5_000;
/** What one statement reads at most, through all its indexes. */
const MOST_ROWS = 100;

const account = await insertAccount(ctx);
const now = ctx.now();
const register = () =>
  registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events: ['message.status'] });
const [live, disabled] = [await register(), await register()];
await ctx.pool.query(`update webhooks set status = 'disabled' where id = $1`, [disabled.id]);

/** Events with a delivery of this status to every webhook. */
function add(count: number, status: string) {
  return ctx.pool.query(
    `with happened as (
       insert into events (account_id, type, body, created_at)
       select $1, 'message.status', '{}', $2::timestamptz from generate_series(1, $3::int) n returning id
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, status, next_attempt_at, created_at)
     select $1, w.id, happened.id, $4, $2, $2 from happened, webhooks w`,
    [account.id, now, count, status],
  );
}

const event = { account_id: account.id, type: 'message.status', body: '{}', created_at: now };
const claimOne = (db: Db) => store.claimDue(db, [{ webhook_id: live.id, repeat: false, slots: 1 }], now, now);
const failed = { status: 'failed' as const, retry_at: null, duration_ms: 1, status_code: 500 };

/** Each statement of the worker, and the work before it. */
const STATEMENTS: Record<string, (db: Db) => Promise<() => Promise<unknown>>> = {
  async fanOutFirst(db) {
    await insertEvents(ctx.pool, [event, event]);
    return () => fanOutFirst(db, { events: 1, now });
  },
  async fanOutRoundRobin(db) {
    await insertEvents(ctx.pool, [event, event]);
    return () => fanOutRoundRobin(db, { events: 10, weight: 10, accounts: 10, after: 0, now });
  },
  findPending: async (db) => () => store.findPending(db, null, 10, now),
  claimDue: async (db) => () => claimOne(db),
  async writeResults(db) {
    const claimed = await claimOne(db);
    const results = claimed.map(({ id, claim_id }) => ({
      ...{ delivery_id: id, claim_id, ...failed },
      ...{ started_at: now, error: null, response_excerpt: '', automation: null },
    }));
    return () => store.writeResults(db, results, { max: 1_000, onlyExhausted: false }, now);
  },
  async releaseClaims(db) {
    const claimed = await claimOne(db);
    return () => store.releaseClaims(db, claimed);
  },
  closeOrphans: async (db) => () => closeOrphans(db, [startOf(disabled.id)], 10, now),
  async releaseEvents(db) {
    const [old] = await insertEvents(ctx.pool, [event]);
    return () => db.transaction((tx) => releaseEvents(tx, old ? [old.id] : []));
  },
};

const COUNT_READ = {
  text: `select sum(seq_tup_read)::int as sequential, sum(idx_tup_fetch)::int as fetched
         from pg_stat_user_tables where relname ~ '^(event|webhook)'`,
};

/** Rows that the connections have read so far: sequentially, and through indexes. */
async function readRows(db: Db): Promise<{ sequential: number; fetched: number }> {
  await db.query({ text: 'select pg_stat_force_next_flush()' }, []);
  const { rows } = await db.query<{ sequential: number; fetched: number }>(COUNT_READ, []);
  return rows[0] ?? { sequential: 0, fetched: 0 };
}

async function rowsOf(db: Db, statement: () => Promise<unknown>) {
  const before = await readRows(db);
  await statement();
  const after = await readRows(db);
  return { sequential: after.sequential - before.sequential, fetched: after.fetched - before.fetched };
}

test('statements that were first used on small tables read no large one from end to end', async () => {
  await add(2, 'pending');
  await ctx.pool.query('analyze');
  const read: Record<string, { sequential: number; fetched: number }> = {};
  // With one connection, the large tables meet the plans of the small ones.
  const { db, close } = openDatabase(ctx.databaseUrl, { max: 1, name: 'kurir test' });
  onTestFinished(close);
  for (let n = 0; n < 8; n += 1) {
    for (const prepare of Object.values(STATEMENTS)) await (await prepare(db))();
  }
  await add(GROWTH, 'pending');
  await add(GROWTH, 'delivered');
  for (const [name, prepare] of Object.entries(STATEMENTS)) {
    read[name] = await rowsOf(db, await prepare(db));
  }

  const large = Object.entries(read).filter(
    ([, { sequential, fetched }]) => sequential > 0 || fetched > MOST_ROWS,
  );
  expect(large).toEqual([]);
});
