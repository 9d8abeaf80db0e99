import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { queryableOf } from '../../../../test/harness/queryable.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import type { MessageStatus } from '../schema.ts';
import { failUnsendable, moveStatuses, type StatusChange } from './settle-store.ts';
import { createStatusWriter, writeStatuses } from './status-writer.ts';

async function queued(ctx: TestContext, status: MessageStatus = 'queued') {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const message = await insertMessage(ctx, device, { status, reserved_wa_id: '3EB0AA' });
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values({ account_id: account.id, period: ctx.now().toISOString().slice(0, 7), messages_sent: 5 })
    .execute();
  const change = (to: StatusChange['status'], facts: Partial<StatusChange> = {}): StatusChange => ({
    device_id: device.id,
    wa_message_id: '3EB0AA',
    status: to,
    error_code: null,
    error_message: null,
    refund: false,
    ...facts,
  });
  return { account, device, message, change };
}

const statusOf = async (ctx: TestContext) =>
  (await tablesOf(ctx.db).selectFrom('messages').selectAll().executeTakeFirstOrThrow()).status;
const announced = (ctx: TestContext) => eventsOf(ctx, 'message.status');

test('sent fills the provider id and announces exactly the documented fields', async () => {
  const ctx = await testContext();
  const { device, message, change } = await queued(ctx);

  await moveStatuses(ctx.db, [change('sent')], ctx.now());

  const row = await tablesOf(ctx.db).selectFrom('messages').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'sent', wa_message_id: '3EB0AA', due: false });
  expect(await announced(ctx)).toEqual([
    {
      event: 'message.status',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device_uuid: device.device_uuid,
      timestamp: ctx.now().toISOString(),
      message_id: message.id,
      wa_message_id: '3EB0AA',
      status: 'sent',
      to: '6281234567890',
      error: null,
    },
  ]);
});

test('skipped ranks are announced too, lowest first', async () => {
  const ctx = await testContext();
  const { change } = await queued(ctx);

  await moveStatuses(ctx.db, [change('read')], ctx.now());

  expect((await announced(ctx)).map((event) => event.status)).toEqual(['sent', 'delivered', 'read']);
});

test.each([
  ['queued', 'sent', 'sent'],
  ['sent', 'delivered', 'delivered'],
  ['delivered', 'sent', 'delivered'],
  ['read', 'delivered', 'read'],
  ['queued', 'failed', 'failed'],
  ['sent', 'failed', 'failed'],
  ['delivered', 'failed', 'delivered'],
  ['failed', 'sent', 'failed'],
  ['failed', 'read', 'failed'],
  ['sent', 'sent', 'sent'],
] as const)('from %s, a report of %s leaves it %s', async (from, report, expected) => {
  const ctx = await testContext();
  const { change } = await queued(ctx, from);

  await moveStatuses(ctx.db, [change(report)], ctx.now());

  expect(await statusOf(ctx)).toBe(expected);
  expect(await announced(ctx)).toHaveLength(from === expected ? 0 : 1);
});

test('a failed message says why and gives its unit back when it never reached the provider', async () => {
  const ctx = await testContext();
  const { change } = await queued(ctx);

  await moveStatuses(
    ctx.db,
    [change('failed', { error_code: 'not_on_whatsapp', error_message: 'No.', refund: true })],
    ctx.now(),
  );

  const [event] = await announced(ctx);
  expect(event).toMatchObject({
    status: 'failed',
    wa_message_id: null,
    error: { code: 'not_on_whatsapp', message: 'No.' },
  });
  const usage = await tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .executeTakeFirstOrThrow();
  expect(usage.messages_sent).toBe(4);
});

test.each([
  ['delivered', 'sent', 'delivered'],
  ['sent', 'failed', 'failed'],
  ['failed', 'delivered', 'delivered'],
] as const)('reports of one batch, %s and %s, make the message %s', async (first, second, status) => {
  const ctx = await testContext();
  const { change } = await queued(ctx);

  await writeStatuses(ctx, [change(first), change(second)]);

  expect(await statusOf(ctx)).toBe(status);
});

test('a report that the database refuses costs the others of its moment nothing', async () => {
  const ctx = await testContext();
  const { change } = await queued(ctx);
  const writer = createStatusWriter(ctx, new AbortController().signal);

  await Promise.all([
    writer.write({ ...change('read'), wa_message_id: 'a\0b' }),
    writer.write(change('sent')),
    writer.write({ ...change('read'), device_id: Number.NaN }),
    writer.write(change('delivered')),
  ]);

  expect(await statusOf(ctx)).toBe('delivered');
  expect((await announced(ctx)).map((event) => event.status)).toEqual(['sent', 'delivered']);
});

/** A number from before the upper bound. PostgreSQL cannot compress these digits into an index entry. */
const ENDLESS = Array.from({ length: 400 }, (_, n) => createHash('sha512').update(`${n}`).digest('hex'))
  .join('')
  .replace(/\D/g, '');

test('a message whose outcome the database refuses fails with a code, alone and at once', async () => {
  const ctx = await testContext();
  const { change, message } = await queued(ctx);
  await tablesOf(ctx.db).updateTable('messages').set({ phone: ENDLESS }).execute();
  const neighbour = await queued(ctx);
  const writer = createStatusWriter(ctx, new AbortController().signal);

  const refusal = { error_code: 'not_on_whatsapp', error_message: 'No.', refund: true };
  await Promise.all([writer.write(change('failed', refusal)), writer.write(neighbour.change('sent'))]);

  const rows = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select(['id', 'status', 'due', 'error_code'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: message.id, status: 'failed', due: false, error_code: 'not_storable' },
    { id: neighbour.message.id, status: 'sent', due: false, error_code: null },
  ]);
  expect((await announced(ctx)).map(({ status, error }) => [status, error?.code ?? null]).sort()).toEqual([
    ['failed', 'not_storable'],
    ['sent', null],
  ]);
  const units = await tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .orderBy('account_id')
    .execute();
  expect(units.map(({ messages_sent }) => messages_sent)).toEqual([4, 5]);
});

test.each([
  ['released', { released_at: new Date() }, 'device_released'],
  ['banned', { status: 'banned' as const }, 'device_banned'],
])('messages of a %s device fail with their reason', async (_name, columns, code) => {
  const ctx = await testContext();
  const { device } = await queued(ctx);
  await tablesOf(ctx.db).updateTable('devices').set(columns).where('id', '=', device.id).execute();

  const failed = await failUnsendable(ctx.db, new Date(0), ctx.now());

  expect(failed).toBe(1);
  expect(await announced(ctx)).toMatchObject([{ status: 'failed', error: { code } }]);
});

test('what may have reached the provider is failed without a refund', async () => {
  const ctx = await testContext();
  const { device } = await queued(ctx);
  await tablesOf(ctx.db).updateTable('messages').set({ maybe_written: true }).execute();
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ released_at: new Date() })
    .where('id', '=', device.id)
    .execute();

  await failUnsendable(ctx.db, new Date(0), ctx.now());

  const usage = await tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .executeTakeFirstOrThrow();
  expect(usage.messages_sent).toBe(5);
});

test('looking for expired messages locks no other queue', async () => {
  const ctx = await testContext();
  await queued(ctx);

  const client = await ctx.pool.connect();
  await client.query('begin');
  await failUnsendable(queryableOf(client), new Date(0), ctx.now());
  const free = await tablesOf(ctx.db).selectFrom('messages').select('id').forUpdate().skipLocked().execute();
  await client.query('rollback');
  client.release();

  expect(free).toHaveLength(1);
});

test('a message of a device that is only disconnected waits, until it is 24 hours old', async () => {
  const ctx = await testContext();
  const { device } = await queued(ctx);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ status: 'disconnected' })
    .where('id', '=', device.id)
    .execute();

  const before = await failUnsendable(ctx.db, new Date(ctx.now().getTime() - 1), ctx.now());
  const after = await failUnsendable(ctx.db, new Date(ctx.now().getTime() + 1), ctx.now());

  expect([before, after]).toEqual([0, 1]);
  expect(await announced(ctx)).toMatchObject([{ error: { code: 'expired' } }]);
});
