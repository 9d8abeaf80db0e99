import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const operator = await staffOf(http, ctx, {
  account: await insertAccount(ctx),
  role: 'admin',
  isOperator: true,
});

const RATE = { market: 'Indonesia', category: 'service', valid_from: '2026-10-01', currency: 'IDR' };
const save = (...rates: object[]) => operator.call('PUT', '/app/api/operator/rates', { rates });
const list = async () => (await operator.call('GET', '/app/api/operator/rates')).body.data;

test('rates are saved, changed and removed, and each change has its entry', async () => {
  const saved = await save({ ...RATE, amount: '150.5' }, { ...RATE, market: 'rest of africa', amount: '1' });
  const both = await list();
  const same = await save({ ...RATE, amount: '150.500' });
  const changed = await save({ ...RATE, amount: '151' }, { ...RATE, market: 'Rest of Africa', amount: null });

  const { rows } = await ctx.pool.query(
    `select actor, detail from audit_log where action = 'rates.changed' order by id`,
  );
  expect([saved.body, same.body, changed.body]).toEqual([
    { saved: 2, removed: 0 },
    { saved: 0, removed: 0 },
    { saved: 1, removed: 1 },
  ]);
  expect(both).toEqual([
    { ...RATE, amount: '150.50' },
    { ...RATE, market: 'Rest of Africa', amount: '1.00' },
  ]);
  expect(await list()).toEqual([{ ...RATE, amount: '151.00' }]);
  expect(rows).toEqual([
    { actor: 'operator', detail: saved.body },
    { actor: 'operator', detail: changed.body },
  ]);
});

test.each([
  ['market', { market: 'Atlantis' }],
  ['category', { category: 'Café' }],
  ['valid_from', { valid_from: '2026-13-01' }],
  ['currency', { currency: 'rupiah' }],
  ['amount', { amount: '1,5' }],
  ['amount', { amount: 1.5 }],
])('a rate with a wrong %s is refused, with its place', async (field, change) => {
  const { status, body } = await save({ ...RATE, amount: '1', ...change });

  expect([status, Object.keys(body.errors)]).toEqual([422, [`rates.0.${field}`]]);
});
