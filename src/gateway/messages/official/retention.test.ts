import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { tidyUpdates } from './retention.ts';

const ctx = await testContext({ cleanup: afterAll });

/** `count` updates of this age. */
async function told(count: number, daysAgo: number) {
  const account = await insertAccount(ctx);
  const { id } = await insertDevice(ctx, account);
  await ctx.pool.query(
    `insert into official_updates (account_id, device_id, field, fingerprint, payload, created_at)
     select $1, $2, 'account_update', decode(md5($3 || ' ' || n), 'hex'), '{}', $4 from generate_series(1, $5::int) n`,
    [account.id, id, String(daysAgo), new Date(ctx.now().getTime() - daysAgo * DAY), count],
  );
}

test('other updates of the provider are kept for 30 days', async () => {
  await told(1_500, 31);
  await told(3, 29);

  const deleted = await tidyUpdates(ctx);
  const again = await tidyUpdates(ctx);

  const { rows } = await ctx.pool.query('select count(*)::int as count from official_updates');
  expect([deleted, again, rows[0].count]).toEqual([1_500, 0, 3]);
});
