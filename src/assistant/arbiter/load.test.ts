import { afterAll, expect, test } from 'vitest';
import { answers, automatedShop, producersOf } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { watchAllStatements } from '../../../test/harness/statements.ts';
import { WebhookWorker } from '../../gateway/webhooks/delivery/deliverer.ts';
import { registerWebhook } from '../../gateway/webhooks/webhook.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { openDecider } from './decider.ts';

const ctx = await testContext({ cleanup: afterAll });
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
afterAll(() => client.close());
const RULES = { rules: answers('harga', 'Rp 10.000') };
/** Turns of one account that run at once. */
const OF_ACCOUNT = 8;
const PERIOD_MS = 100;

async function busyShop(customers: number) {
  const shop = await automatedShop(ctx, { settings: { device_budget_per_minute: null } });
  return {
    ...shop,
    writeAll: async () => {
      for (let n = 0; n < customers; n += 1) await shop.writeAs(`62813000${1000 + n}`, 'Harga');
    },
  };
}

test('when webhooks are late, answers wait and webhooks go first; then all are answered', async () => {
  const customers = 20;
  const shop = await busyShop(customers);
  const receiver = await startReceiver();
  await registerWebhook(ctx, shop.account, { url: receiver.url, events: ['message.received'] });
  const webhooks = new WebhookWorker(ctx, { client });
  const decider = openDecider(ctx, producersOf(RULES));
  const period = async () => {
    ctx.clock.advance(PERIOD_MS);
    await decider.runOnce();
    return (await shop.sent()).length;
  };
  const latePeriod = () => {
    ctx.order.note('events', 5 * SECOND);
    return period();
  };
  while (ctx.order.isBehind('answers')) ctx.clock.advance(SECOND);
  for (let n = 0; n < 6; n += 1) await latePeriod();

  await shop.writeAll();
  const during = [await latePeriod(), await latePeriod(), await latePeriod()];
  const delivered = await webhooks.runOnce();
  ctx.clock.advance(SECOND);
  const after = [await period(), await period(), await period()];
  for (let n = 0; n < 10; n += 1) await period();

  expect(during).toEqual([1, 2, 3]);
  expect([delivered, receiver.requests.length]).toEqual([customers, customers]);
  expect(after).toEqual([5, 8, 12]);
  expect((await shop.sent()).length).toBe(customers);
});

test('answers of one claim share their statements', async () => {
  const shop = await busyShop(OF_ACCOUNT);
  await shop.writeAll();
  let statements = 0;
  let transactions = 0;
  const watched = watchAllStatements(ctx.db, () => {
    statements += 1;
  });
  const db: typeof watched = {
    ...watched,
    transaction(work) {
      transactions += 1;
      return watched.transaction(work);
    },
  };

  await openDecider({ ...ctx, db }, producersOf(RULES)).runOnce();

  expect((await shop.sent()).length).toBe(OF_ACCOUNT);
  // One turn alone takes as many.
  expect(transactions).toBe(1);
  expect(statements).toBeLessThanOrEqual(13);
});
