import { afterAll, expect, test } from 'vitest';
import { automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { setCap } from '../../gateway/costs/cap/cap.ts';
import { saveRates } from '../../gateway/costs/rates/rates.ts';

const ctx = await testContext({ cleanup: afterAll });

type Shop = Awaited<ReturnType<typeof automatedShop>>;

const decide = (shop: Shop) =>
  shop.decide({ rules: { choose: async () => ruleText('Jawaban'), greeting: async () => null } });

test('cost_cap_reached: on an official number staff is asked until the cap is higher, on others not', async () => {
  const rate = { market: 'Indonesia', category: 'service', valid_from: '2026-01-01', currency: 'IDR' };
  await saveRates(ctx, [{ ...rate, amount: '100' }]);
  const [official, economy] = [
    await automatedShop(ctx, { engine: 'official_cloud' }),
    await automatedShop(ctx),
  ];
  for (const shop of [official, economy]) {
    await setCap(ctx, shop.account, { cap: { amount: '300', currency: 'IDR' } });
    await ctx.pool.query(
      `insert into message_costs (account_id, day, device_id, category, pricing_type, billable, calling_code,
         broadcast_id, automation, messages) values ($1, $2, $3, 'service', 'regular', true, '62', 0, '', 3)`,
      [shop.account.id, ctx.now().toISOString().slice(0, 10), shop.device.id],
    );
    await shop.write('Harga');
    await decide(shop);
  }

  expect([await official.sent(), await economy.sent()]).toEqual([[], ['Jawaban']]);
  expect(await official.decisions()).toMatchObject([
    { stage: 'gate', outcome: 'handed_off', reason: 'cost_cap_reached' },
  ]);
  const chat = await official.chat();
  expect(chat).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'cost_cap_reached' });

  await setCap(ctx, official.account, { cap: { amount: '300.01', currency: 'IDR' } });
  await ctx.pool.query(`update conversations set owner_state = 'bot' where id = $1`, [chat.id]);
  await official.write('Harga dong');
  await decide(official);
  expect(await official.sent()).toEqual(['Jawaban']);
});
