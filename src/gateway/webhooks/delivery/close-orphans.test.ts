import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { until } from '../../../../test/harness/until.ts';
import {
  deliverBeside,
  type WebhookAccount,
  webhookAccount,
} from '../../../../test/harness/webhook-account.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { closeOrphans, startOf } from './orphan-store.ts';

const file = await testContext({ cleanup: afterAll });

/** Deliveries that wait for the webhook, a millisecond apart, the last one due now. */
async function waiting(shop: WebhookAccount, webhookId: number, count: number): Promise<void> {
  await shop.ctx.pool.query(
    `with happened as (
       insert into events (account_id, type, body, created_at)
       select $1, 'message.status', '{}', $3 from generate_series(1, $4::int) returning id
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, next_attempt_at, created_at)
     select $1, $2, id, $3::timestamptz + (id - max(id) over ()) * interval '1 ms', $3 from happened`,
    [shop.id, webhookId, shop.ctx.now(), count],
  );
}

/** An account whose webhook was disabled while deliveries waited for it. */
async function disabled(count: number): Promise<{ shop: WebhookAccount; id: number }> {
  const shop = await webhookAccount({ ctx: file });
  const { id } = await shop.register('http://127.0.0.1:9/');
  await waiting(shop, id, count);
  await file.pool.query(`update webhooks set status = 'disabled' where id = $1`, [id]);
  return { shop, id };
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await file.pool.query<{ status: string; count: number }>(
    'select status, count(*)::int from webhook_deliveries group by status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test('20,000 orphaned deliveries of one account do not delay the events of another account', async () => {
  const { shop } = await disabled(20_000);

  await deliverBeside(shop);
  const { held = 0 } = await statuses();

  expect(held).toBeLessThan(10_000);
});

test('orphans are closed to the end, in any number of chunks', async () => {
  const { shop } = await disabled(2_500);
  const removed = await shop.register('http://127.0.0.1:9/');
  await waiting(shop, removed.id, 700);
  await file.pool.query('delete from webhooks where id = $1', [removed.id]);

  await shop.worker.runOnce();

  expect(await statuses()).toEqual({ held: 2_500, failed: 700 });
});

test('a chunk takes the same number of each webhook, and the next chunk continues behind them', async () => {
  const { shop, id } = await disabled(5);
  const other = await shop.register('http://127.0.0.1:9/');
  await waiting(shop, other.id, 2);
  await file.pool.query(`update webhooks set status = 'disabled'`);
  const order = (await shop.deliveries()).map((delivery) => delivery.id);

  const first = await closeOrphans(file.db, [startOf(id), startOf(other.id)], 3, file.now());
  const second = await closeOrphans(file.db, first, 3, file.now());

  expect(first).toMatchObject([{ webhook_id: id, id: order[2] }]);
  expect(second).toEqual([]);
  expect(await statuses()).toEqual({ held: 7 });
});

test('a delivery in flight stays pending until its lease ends', async () => {
  const { shop } = await disabled(3);
  const [claimed] = await shop.deliveries();
  await file.pool.query(
    'update webhook_deliveries set claim_id = gen_random_uuid(), next_attempt_at = $2 where id = $1',
    [claimed?.id, new Date(file.now().getTime() + MINUTE)],
  );

  await shop.worker.runOnce();
  const during = await statuses();
  shop.ctx.clock.advance(MINUTE);
  await shop.worker.runOnce();

  expect(during).toEqual({ pending: 1, held: 2 });
  expect(await statuses()).toEqual({ held: 3 });
});

test('a webhook that is enabled meanwhile keeps its deliveries pending', async () => {
  const { id } = await disabled(3);
  const enabling = await file.pool.connect();
  await enabling.query('begin');
  await enabling.query(`update webhooks set status = 'enabled' where id = $1`, [id]);

  const closing = closeOrphans(file.db, [startOf(id)], 10, file.now());
  await until(async () => {
    const { rowCount } = await file.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  });
  await enabling.query('commit');
  enabling.release();
  await closing;

  expect(await statuses()).toEqual({ pending: 3 });
});

test('deliveries of an enabled webhook are never closed', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { id } = await shop.register('http://127.0.0.1:9/');
  await waiting(shop, id, 3);

  const next = await closeOrphans(file.db, [startOf(id)], 2, file.now());

  expect(next).toEqual([]);
  expect(await statuses()).toEqual({ pending: 3 });
});
