import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { MAX_PLANS } from '../../../platform/accounts/schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const operator = await staffOf(http, ctx, {
  account: await insertAccount(ctx),
  role: 'admin',
  isOperator: true,
});
const LIMITS = { rate_per_minute: 30, monthly_quota: 500, max_devices: 2 };

const set = (name: string, body: object) => operator.call('PUT', `/app/api/operator/plans/${name}`, body);

test('a plan is created and changed, and each change has its entry', async () => {
  const created = await set('warung', LIMITS);
  const changed = await set('warung', { ...LIMITS, monthly_quota: null });
  const bounded = await set('warung', { ...LIMITS, storage_bytes: 5_000_000_000 });
  const kept = await set('warung', LIMITS);

  const { body } = await operator.call('GET', '/app/api/operator/plans');
  const { rows } = await ctx.pool.query(
    `select action, account_id, actor, actor_id from audit_log where target = 'warung' order by id`,
  );
  const first = { name: 'warung', ...LIMITS, storage_bytes: 10 * 1024 ** 3 };
  const last = { ...first, storage_bytes: 5_000_000_000 };
  expect([created.body, changed.body, bounded.body, kept.body]).toEqual([
    first,
    { ...first, monthly_quota: null },
    last,
    last,
  ]);
  expect(body.data).toContainEqual(last);
  const entry = { account_id: null, actor: 'operator', actor_id: operator.user.user_uuid };
  expect(rows).toEqual([
    { action: 'plan.created', ...entry },
    ...Array.from({ length: 3 }, () => ({ action: 'plan.changed', ...entry })),
  ]);
});

test('limits out of range and names that no plan can have are refused', async () => {
  const answers = [
    await set('warung', { ...LIMITS, rate_per_minute: 0 }),
    await set('warung', { ...LIMITS, max_devices: -1 }),
    await set('warung', { rate_per_minute: 30, max_devices: 2 }),
    await set('warung', { ...LIMITS, storage_bytes: -1 }),
    await set('Warung', LIMITS),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['rate_per_minute']],
    [422, ['max_devices']],
    [422, ['monthly_quota']],
    [422, ['storage_bytes']],
    [422, ['name']],
  ]);
});

test('an installation has a bounded number of plans', async () => {
  await ctx.pool.query(
    `insert into plans (name, rate_per_minute, monthly_quota, max_devices)
     select 'p' || n, 1, 1, 1 from generate_series(1, $1::int) n limit $1 - (select count(*) from plans)`,
    [MAX_PLANS],
  );

  const one = await set('too-many', LIMITS);
  const known = await set('p1', LIMITS);

  expect([one.status, one.body.error, known.status]).toEqual([409, 'plan_limit_reached', 200]);
});
