import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../test/harness/audit.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { loadConfig } from '../../config.ts';
import { DAY } from '../lib/clock.ts';
import { deleteOldEntries, type Entry, record } from './audit.ts';

const ctx = await testContext({ cleanup: afterAll });

const released = (accountId: number, more: Partial<Entry> = {}): Entry => ({
  action: 'device.released',
  accountId,
  target: 'device-1',
  ...more,
});

const write = (entry: Entry, at = ctx.now()) =>
  ctx.db.transaction((tx) => record(tx, { actor: ctx.actor, now: () => at }, [entry]));

test('an entry says when, who, from where and what', async () => {
  const { id } = await insertAccount(ctx);
  const actor = { type: 'api_key' as const, id: '4Vn0aT9kQ2x', address: '203.0.113.9' };

  await ctx.db.transaction((tx) => record(tx, { ...ctx, actor }, [released(id, { detail: { n: 1 } })]));

  const row = { account_id: id, actor: 'api_key', actor_id: '4Vn0aT9kQ2x', address: '203.0.113.9' };
  expect(await auditEntries(ctx, id)).toEqual([
    { ...row, action: 'device.released', target: 'device-1', detail: { n: 1 } },
  ]);
});

test('a change that is rolled back leaves no entry', async () => {
  const { id } = await insertAccount(ctx);

  const change = ctx.db.transaction(async (tx) => {
    await record(tx, ctx, [released(id)]);
    throw new Error('no device');
  });

  await expect(change).rejects.toThrow('no device');
  expect(await auditEntries(ctx, id)).toEqual([]);
});

test.each([
  ['changed', `update audit_log set action = 'device.created'`],
  ['given to another account', 'update audit_log set account_id = null'],
  ['deleted', 'delete from audit_log'],
  ['truncated', 'truncate audit_log'],
  ['truncated with others', 'truncate accounts cascade'],
])('an entry cannot be %s, even by the owner of the table', async (_name, sql) => {
  const { id } = await insertAccount(ctx);
  await write(released(id));

  await expect(ctx.pool.query(sql)).rejects.toThrow('The audit log is append-only.');

  expect(await auditEntries(ctx, id)).toHaveLength(1);
});

test('entries are deleted after KURIR_AUDIT_DAYS', async () => {
  const { id } = await insertAccount(ctx);
  const config = loadConfig({ KURIR_AUDIT_DAYS: '40' });
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY);
  for (const days of [400, 41, 39, 0]) await write(released(id, { target: `${days}` }), daysAgo(days));

  const deleted = await deleteOldEntries({ ...ctx, config });
  const again = await deleteOldEntries({ ...ctx, config });

  expect([deleted, again]).toEqual([2, 0]);
  expect((await auditEntries(ctx, id)).map(({ target }) => target)).toEqual(['39', '0']);
});

test('the database keeps a month, regardless of the clock of the gateway', async () => {
  const { id } = await insertAccount(ctx);
  await write(released(id), new Date(ctx.now().getTime() - 29 * DAY));

  const deleting = deleteOldEntries({ ...ctx, now: () => new Date(ctx.now().getTime() + 1_000 * DAY) });

  await expect(deleting).rejects.toThrow('The audit log is append-only.');
  expect(await auditEntries(ctx, id)).toHaveLength(1);
});

test.each(['30', '3651', '0', 'never'])('KURIR_AUDIT_DAYS=%s stops the start', (text) => {
  expect(() => loadConfig({ KURIR_AUDIT_DAYS: text })).toThrow(/^KURIR_AUDIT_DAYS: /);
});

test.each([
  ['a long text', 'x'.repeat(100_000), 'x'.repeat(200)],
  ['half of an emoji at the end', `${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`],
  ['a NUL', 'a\0b', 'ab'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ['a long list', Array(100).fill('\u0001'.repeat(1_000)), Array(50).fill('\u0001'.repeat(100))],
])('the detail is bounded and storable: %s', async (_name, given, stored) => {
  const { id } = await insertAccount(ctx);

  await write(released(id, { target: 'x'.repeat(1_000), detail: { given } }));

  expect(await auditEntries(ctx, id)).toMatchObject([{ target: 'x'.repeat(200), detail: { given: stored } }]);
});

test('several entries are one statement', async () => {
  const { id } = await insertAccount(ctx);
  let statements = 0;
  const entries = [released(id), released(id, { accountId: null, action: 'plan.changed' })];

  await ctx.db.transaction((tx) => {
    const query: typeof tx.query = (...given) => {
      statements += 1;
      return tx.query(...given);
    };
    return record({ ...tx, query }, ctx, entries);
  });

  expect(statements).toBe(1);
  const all = await tablesOf(ctx.db)
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', 'is', null)
    .execute();
  expect([await auditEntries(ctx, id), all]).toMatchObject([
    [{ action: 'device.released' }],
    [{ action: 'plan.changed' }],
  ]);
});
