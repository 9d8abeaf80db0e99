import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { until } from '../../../test/harness/until.ts';
import { webhookAccount } from '../../../test/harness/webhook-account.ts';
import { DAY, HOUR } from '../../platform/lib/clock.ts';
import { deleteOldEvents } from '../events/retention.ts';
import { WEBHOOKS } from './consumer.ts';

const file = await testContext({ cleanup: afterAll });

async function counts(shop: Awaited<ReturnType<typeof webhookAccount>>) {
  const { rows } = await shop.ctx.pool.query(`
    select (select count(*) from events) as events, (select count(*) from webhook_deliveries) as deliveries,
      (select count(*) from webhook_attempts) as attempts`);
  return rows[0];
}

test('settled events go after 30 days, with deliveries and attempts', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  await shop.register(receiver.url);
  await shop.event('message.status');
  await shop.worker.runOnce();
  shop.ctx.clock.advance(20 * DAY);
  await shop.event('message.status');
  await shop.worker.runOnce();
  shop.ctx.clock.advance(10 * DAY + HOUR);

  expect(await deleteOldEvents(shop.ctx, [WEBHOOKS])).toBe(1);
  expect(await counts(shop)).toEqual({ events: 1, deliveries: 1, attempts: 1 });
  expect(await deleteOldEvents(shop.ctx, [WEBHOOKS])).toBe(0);
});

test('what was not fanned out, or an enabled webhook is still to get, stays, however old', async () => {
  const shop = await webhookAccount({ ctx: file });
  const broken = await startReceiver((_, response) => response.writeHead(500).end());
  await shop.register(broken.url);
  await shop.event('message.status');
  await shop.worker.runOnce();
  await shop.event('message.status');
  shop.ctx.clock.advance(60 * DAY);

  expect(await deleteOldEvents(shop.ctx, [WEBHOOKS])).toBe(0);
  expect(await counts(shop)).toEqual({ events: 2, deliveries: 1, attempts: 1 });
});

test.each([
  ['held for a disabled webhook', `update webhooks set status = 'disabled'`, 'held'],
  ['left waiting for a disabled webhook', `update webhooks set status = 'disabled'`, 'pending'],
  ['held for a webhook that was removed', 'delete from webhooks', 'held'],
])('what is %s goes', async (_, change, status) => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  await shop.event('message.status');
  await shop.worker.runOnce();
  await shop.ctx.pool.query('update webhook_deliveries set status = $1', [status]);
  await shop.ctx.pool.query(change);
  shop.ctx.clock.advance(31 * DAY);

  expect(await deleteOldEvents(shop.ctx, [WEBHOOKS])).toBe(1);
  expect(await counts(shop)).toEqual({ events: 0, deliveries: 0, attempts: 0 });
});

test('a replay that comes while its event is being deleted keeps the event, or finds none', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  await shop.event('message.status');
  await shop.worker.runOnce();
  await shop.ctx.pool.query(`update webhook_deliveries set status = 'delivered'`);
  shop.ctx.clock.advance(31 * DAY);
  const replay = await shop.ctx.pool.connect();
  await replay.query('begin');
  await replay.query(
    `insert into webhook_deliveries (account_id, webhook_id, event_id, kind, next_attempt_at, created_at)
     select e.account_id, w.id, e.id, 'replay', now(), now()
     from events e join webhooks w using (account_id) for key share of e`,
  );

  const deleting = deleteOldEvents(shop.ctx, [WEBHOOKS]);
  await until(async () => {
    const { rows } = await shop.ctx.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await replay.query('commit');
  replay.release();

  expect(await deleting).toBe(0);
  expect(await counts(shop)).toMatchObject({ events: 1, deliveries: 2 });
});

test('thousands go chunk by chunk', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.ctx.pool.query(
    `insert into events (account_id, type, body, created_at)
     select $1, 'message.status', '{}', $2 from generate_series(1, 2500)`,
    [shop.id, shop.ctx.now()],
  );
  shop.ctx.clock.advance(31 * DAY);

  expect(await deleteOldEvents(shop.ctx, [WEBHOOKS])).toBe(2_500);
});
