import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { expiryCutoff } from './expiry.ts';
import { failUnresolved, failUnsendable } from './settle-store.ts';

const ctx = await testContext({ cleanup: afterAll });

/** An account with one message, accepted now. */
async function scene() {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { status: 'disconnected' });
  const { id } = await insertMessage(ctx, device);
  const pass = async (ms: number) => {
    ctx.clock.advance(ms);
    await failUnsendable(ctx.db, expiryCutoff(ctx.now()), ctx.now());
  };
  return {
    pass,
    async suspendedFor(ms: number) {
      await setStatus(ctx, account.id, 'suspended');
      await pass(ms);
      await setStatus(ctx, account.id, 'active');
    },
    error: async () =>
      (
        await tablesOf(ctx.db)
          .selectFrom('messages')
          .select('error_code')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).error_code,
    ranges: async () => {
      const { rows } = await ctx.pool.query<{ ranges: number }>(
        'select cardinality(array(select unnest(suspended)))::int as ranges from accounts where id = $1',
        [account.id],
      );
      return rows[0]?.ranges;
    },
  };
}

test('a suspension does not count towards the 24 hours of a message', async () => {
  const { pass, suspendedFor, error } = await scene();

  await pass(23 * HOUR);
  await suspendedFor(10 * DAY);
  await pass(HOUR);
  const before = await error();
  await pass(1);

  expect([before, await error()]).toEqual([null, 'expired']);
});

test('several suspensions add up, and one from before the message changes nothing', async () => {
  await (await scene()).suspendedFor(3 * DAY);
  const { pass, suspendedFor, error } = await scene();

  for (let n = 0; n < 3; n += 1) {
    await pass(7 * HOUR);
    await suspendedFor(30 * HOUR);
  }
  await pass(3 * HOUR);
  const before = await error();
  await pass(1);

  expect([before, await error()]).toEqual([null, 'expired']);
});

test('a message that was accepted during a suspension waits 24 hours from the activation', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { status: 'disconnected' });
  await setStatus(ctx, account.id, 'suspended');
  ctx.clock.advance(DAY);
  await insertMessage(ctx, device);
  ctx.clock.advance(DAY);
  await setStatus(ctx, account.id, 'active');
  const endedAfter = async (ms: number) => {
    ctx.clock.advance(ms);
    return failUnsendable(ctx.db, expiryCutoff(ctx.now()), ctx.now());
  };

  expect([await endedAfter(DAY), await endedAfter(1)]).toEqual([0, 1]);
});

test('any number of suspensions leaves a bounded number of ranges', async () => {
  const { suspendedFor, pass, ranges } = await scene();

  for (let n = 0; n < 30; n += 1) {
    await suspendedFor(MINUTE);
    ctx.clock.advance(n % 2 === 0 ? MINUTE - 1 : MINUTE);
  }
  const frequent = await ranges();
  await pass(3 * DAY);
  await suspendedFor(HOUR);

  expect([frequent, await ranges()]).toEqual([15, 1]);
});

test('an unresolved message of the official engine ends on time during a suspension', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const not_before = new Date(ctx.now().getTime() + 10 * MINUTE);
  await insertMessage(ctx, device, { maybe_written: true, reserved_wa_id: 'kurir.1', not_before });

  await setStatus(ctx, account.id, 'suspended');
  ctx.clock.advance(10 * MINUTE);
  const ended = await failUnresolved(ctx.db, ['official_cloud'], ctx.now());

  expect(ended).toBe(1);
});

test('a message of a cancelled account ends at once, with its unit', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await insertMessage(ctx, device);
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values({ account_id: account.id, period: ctx.now().toISOString().slice(0, 7), messages_sent: 1 })
    .execute();

  await setStatus(ctx, account.id, 'cancelled');
  await failUnsendable(ctx.db, expiryCutoff(ctx.now()), ctx.now());

  const { rows } = await ctx.pool.query(
    `select m.status, m.error_code, u.messages_sent from messages m
     join usage_months u on u.account_id = m.account_id where m.account_id = $1`,
    [account.id],
  );
  expect(rows).toEqual([{ status: 'failed', error_code: 'account_cancelled', messages_sent: 0 }]);
});
