import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { registerWebhook } from '../webhook.ts';
import { fanOutFew, fanOutInTurn } from './fan-out-store.ts';
import * as store from './store.ts';
import { settleStranded, startOf } from './stranded-store.ts';

const ctx = await testContext({ cleanup: afterAll });
const GROWTH = 5_000;

test('statements that were first used on small tables read no large one from end to end', async () => {
  const account = await insertAccount(ctx);
  const register = () =>
    registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events: ['message.status'] });
  const [{ id }, stranded] = [await register(), await register()];
  await ctx.pool.query(`update webhooks set status = 'disabled' where id = $1`, [stranded.id]);
  const client = await ctx.pool.connect();
  const now = ctx.now();
  const add = (count: number, status: string) =>
    client.query(
      `with happened as (
         insert into events (account_id, type, body, created_at, fanned_out)
         select $1, 'message.status', '{}', $2::timestamptz, true from generate_series(1, $3::int) n returning id
       )
       insert into webhook_deliveries (account_id, webhook_id, event_id, status, next_attempt_at, created_at)
       select $1, w.id, happened.id, $4, $2, $2 from happened, webhooks w`,
      [account.id, now, count, status],
    );
  const all = async () => {
    await client.query(
      `insert into events (account_id, type, body, created_at)
       select $1, 'message.status', '{}', $2 from generate_series(1, 2)`,
      [account.id, now],
    );
    await fanOutFew(client, 1, now);
    await fanOutInTurn(client, { events: 10, deliveries: 10, accounts: 10 }, 0, now);
    await store.findWaiting(client, null, 10, now);
    const grant = { webhook_id: id, late: false, places: 2 };
    const [written, released] = await store.claimDue(client, [grant], now, now);
    const verdict = { status: 'delivered' as const, retry_at: null };
    const answer = { started_at: now, duration_ms: 1, status_code: 200, error: null, response_excerpt: '' };
    if (written) {
      const result = { delivery_id: written.id, claim_id: written.claim_id, ...verdict, ...answer };
      await store.writeResults(client, [result], { max: 10, onlyExhausted: false }, now);
    }
    await store.releaseClaims(client, released ? [released] : [], now);
    await settleStranded(client, [startOf(stranded.id)], 10, now);
  };
  await add(2, 'pending');
  await client.query('analyze');
  for (let n = 0; n < 8; n += 1) await all();
  await add(GROWTH, 'pending');
  await add(GROWTH, 'delivered');

  await client.query('begin');
  const read = async () => {
    const { rows } = await client.query(
      `select relname, seq_tup_read::int from pg_stat_xact_user_tables
       where relname in ('events', 'webhook_deliveries', 'webhook_attempts') order by relname`,
    );
    return rows;
  };
  const before = await read();
  await all();
  const after = await read();
  await client.query('rollback');
  client.release();

  expect(after).toEqual(before);
});
