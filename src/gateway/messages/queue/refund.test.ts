import { afterAll, expect, test } from 'vitest';
import { openAdmission } from '../../../../test/harness/admission.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { failUnsendable, type StatusChange } from './settle-store.ts';
import { createStatusWriter } from './status-writer.ts';

const ctx = await testContext({ cleanup: afterAll });
const REASON = { error_code: 'not_on_whatsapp', error_message: 'No.' };

/** An account whose device has `count` messages with a reserved id each; `admit` adds more. */
async function shop(count: number, plan: Partial<Caller['plan']> = {}) {
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account);
  const admitted = openAdmission(ctx);
  const admit = (key: string) => {
    const input = {
      device_uuid: device.device_uuid,
      to: '081234567890',
      type: 'text' as const,
      body: 'Halo',
    };
    const message = { input, phone: '6281234567890' };
    return admitted({ account, idempotencyKey: key, rawBody: input, message, problem: null });
  };
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, n) => (await admit(`order-${n}`)).message.public_id),
  );
  await tablesOf(ctx.db)
    .updateTable('messages')
    .set(({ cast, ref }) => ({ reserved_wa_id: cast<string>(ref('public_id'), 'text') }))
    .where('device_id', '=', device.id)
    .execute();
  const failed = (id: number | undefined, refund = true): StatusChange => ({
    device_id: device.id,
    wa_message_id: `${id}`,
    status: 'failed',
    refund,
    ...REASON,
  });
  return { account, device, admit, ids, failed };
}

const sentOf = async (account: Caller) =>
  (
    await tablesOf(ctx.db)
      .selectFrom('usage_months')
      .select('messages_sent')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
  ).messages_sent;

const writer = () => createStatusWriter(ctx, new AbortController().signal);

test('each message that never reached the provider gives back one unit, also when it is reported again', async () => {
  const { account, ids, failed } = await shop(40);
  const writers = [writer(), writer()];

  await Promise.all(
    writers.flatMap((each) =>
      ids.flatMap((id, n) => [each.write(failed(id, n % 4 === 0)), each.write(failed(id, n % 4 === 0))]),
    ),
  );

  expect(await sentOf(account)).toBe(30);
});

test('units given back while others are taken: the count is what is stored and not given back', async () => {
  const { account, ids, admit, failed } = await shop(30, { monthly_quota: 40 });
  const { write } = writer();

  const [, taken] = await Promise.all([
    Promise.all(ids.map((id) => write(failed(id)))),
    Promise.allSettled(Array.from({ length: 60 }, (_, n) => admit(`later-${n}`))),
  ]);

  const accepted = taken.filter(({ status }) => status === 'fulfilled').length;
  expect(accepted).toBeGreaterThanOrEqual(10);
  expect(accepted).toBeLessThanOrEqual(40);
  expect(await sentOf(account)).toBe(accepted);
});

test('a unit that was given back can be used again', async () => {
  const { account, ids, admit, failed } = await shop(1, { monthly_quota: 1 });
  await expect(admit('refused')).rejects.toMatchObject({ code: 'quota_exceeded' });

  await writer().write(failed(ids[0]));

  expect(await admit('again')).toMatchObject({ replayed: false });
  expect(await sentOf(account)).toBe(1);
});

test('giving up on the messages of a device and a report of the engine give back one unit, not two', async () => {
  const { account, device, ids, failed } = await shop(20);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ released_at: ctx.now() })
    .where('id', '=', device.id)
    .execute();
  const { write } = writer();

  await Promise.all([
    failUnsendable(ctx.db, new Date(0), ctx.now()),
    ...ids.map((id) => write(failed(id))),
    failUnsendable(ctx.db, new Date(0), ctx.now()),
  ]);

  expect(await sentOf(account)).toBe(0);
});

test('the unit goes back to the month it was taken from', async () => {
  ctx.clock.set(new Date('2025-11-30T23:59:59Z'));
  const { account, ids, admit, failed } = await shop(2);
  ctx.clock.set(new Date('2025-12-01T00:00:00Z'));
  await admit('december');

  await writer().write(failed(ids[0]));

  const months = await tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select(['period', 'messages_sent'])
    .where('account_id', '=', account.id)
    .orderBy('period')
    .execute();
  expect(months).toEqual([
    { period: '2025-11', messages_sent: 1 },
    { period: '2025-12', messages_sent: 1 },
  ]);
});

test('a message that waits while the month ends is counted and dated in one month', async () => {
  ctx.clock.set(new Date('2025-11-30T23:59:59Z'));
  const { account, admit } = await shop(0);
  const other = await ctx.pool.connect();
  await other.query('begin');
  await other.query(`insert into usage_months (account_id, period) values ($1, '2025-11')`, [account.id]);
  const waiting = admit('late');
  await until(async () => {
    const { rows } = await ctx.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });

  ctx.clock.set(new Date('2025-12-01T00:00:01Z'));
  await other.query('commit');
  other.release();
  const { message } = await waiting;

  expect(message.created_at.toISOString()).toBe('2025-11-30T23:59:59.000Z');
  expect(await sentOf(account)).toBe(1);
});
