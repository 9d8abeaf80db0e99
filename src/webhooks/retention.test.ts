import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../test/harness/context.ts';
import { startReceiver } from '../../test/harness/receiver.ts';
import { webhookAccount } from '../../test/harness/webhook-account.ts';
import { DAY, HOUR } from '../lib/clock.ts';
import { deleteSettled } from './retention.ts';

let file: TestContext;
beforeAll(async () => {
  file = await testContext({ cleanup: afterAll });
});

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

  expect(await deleteSettled(shop.ctx)).toBe(1);
  expect(await counts(shop)).toEqual({ events: 1, deliveries: 1, attempts: 1 });
  expect(await deleteSettled(shop.ctx)).toBe(0);
});

test('what was not fanned out, still waits or is held stays, however old', async () => {
  const shop = await webhookAccount({ ctx: file });
  const broken = await startReceiver((_, response) => response.writeHead(500).end());
  await shop.register(broken.url);
  await shop.event('message.status');
  await shop.worker.runOnce();
  await shop.event('message.status');
  shop.ctx.clock.advance(60 * DAY);

  expect(await deleteSettled(shop.ctx)).toBe(0);

  await shop.ctx.pool.query(`update webhook_deliveries set status = 'held'`);
  expect(await deleteSettled(shop.ctx)).toBe(0);
  expect(await counts(shop)).toEqual({ events: 2, deliveries: 1, attempts: 1 });
});

test('what is held for a webhook that was removed goes', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  await shop.event('message.status');
  await shop.worker.runOnce();
  await shop.ctx.pool.query(`update webhook_deliveries set status = 'held'`);
  await shop.ctx.pool.query('delete from webhooks');
  shop.ctx.clock.advance(31 * DAY);

  expect(await deleteSettled(shop.ctx)).toBe(1);
  expect(await counts(shop)).toEqual({ events: 0, deliveries: 0, attempts: 0 });
});

test('thousands go chunk by chunk', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.ctx.pool.query(
    `insert into events (account_id, type, body, created_at, fanned_out) select $1, 'message.status', '{}', $2, true from generate_series(1, 2500)`,
    [shop.id, shop.ctx.now()],
  );
  shop.ctx.clock.advance(31 * DAY);

  expect(await deleteSettled(shop.ctx)).toBe(2_500);
});
