import { afterAll, beforeEach, expect, test } from 'vitest';
import { dyingAfter, look, openScene, type Scene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { noTemplates } from '../../../../test/harness/no-templates.ts';
import { insertMessage } from '../../../../test/harness/rows.ts';
import { watchAllStatements } from '../../../../test/harness/statements.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { getCap, setCap } from '../../costs/cap/cap.ts';
import { readCosts } from '../../costs/costs.ts';
import { saveRates } from '../../costs/rates/rates.ts';
import { createBroadcast, pauseBroadcast, resumeBroadcast } from '../broadcast.ts';

const ctx = await testContext({ cleanup: afterAll });
const RATE = { market: 'Indonesia', category: 'service', valid_from: '2026-01-01', currency: 'IDR' };
await saveRates(ctx, [
  { ...RATE, amount: '120.35' },
  { ...RATE, category: 'marketing', currency: 'USD', amount: '0.04' },
]);
const PRICE = { category: 'service', type: 'regular', model: 'PMP', billable: true };
beforeEach(() => ctx.clock.set(new Date('2026-11-10T12:00:00Z')));

const capOf = (scene: Scene, amount: string | null) =>
  setCap(ctx, scene.account, { cap: amount === null ? null : { amount, currency: 'IDR' } });
const official = async (contacts: number, cap: string | null) => {
  const scene = await openScene(ctx, { contacts, engine: 'official_cloud' });
  await capOf(scene, cap);
  return scene;
};

/** Rounds of the runner. The engine sends, and the provider delivers every message but the first `silent` ones. */
async function run(scene: Scene, { rounds = 8, silent = 0 } = {}): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await look(ctx);
    for (const message of await scene.take()) {
      const isSilent = scene.sent.indexOf(message) < silent;
      await scene.report(message, isSilent ? 'sent' : 'delivered', isSilent ? {} : { pricing: PRICE });
    }
    ctx.clock.advance(SECOND);
  }
}

const spentBy = async (scene: Scene) =>
  (await readCosts(ctx, scene.account, { from: '2026-11-01', to: '2026-11-30', group_by: 'day' })).total;
const OVER = { status: 'paused', reason: 'cost_cap_reached' };

test('a broadcast pauses with the message that reaches the cap, and goes on with a higher cap', async () => {
  const scene = await official(20, '842.45');
  const id = await scene.create();

  await run(scene);

  expect(await scene.counts(id)).toEqual({ ...OVER, pending: 13, sent: 7, failed: 0 });
  expect((await spentBy(scene)).amounts).toEqual([{ currency: 'IDR', amount: '842.45' }]);
  expect((await getCap(ctx, scene.account)).cap).toMatchObject({ spent: '842.45', state: 'reached' });

  await capOf(scene, '842.46');
  await run(scene);
  expect(await scene.counts(id)).toEqual({ ...OVER, pending: 12, sent: 8, failed: 0 });

  await capOf(scene, null);
  await run(scene);
  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 20 });
  expect(scene.sent.map(({ phone }) => phone).toSorted()).toEqual(
    [...new Set(scene.sent.map(({ phone }) => phone))].toSorted(),
  );
  expect((await spentBy(scene)).amounts).toEqual([{ currency: 'IDR', amount: '2407.00' }]);
});

test('messages that the provider has not reported yet count, for a day', async () => {
  const scene = await official(20, '1203.50');
  const id = await scene.create();

  await run(scene, { silent: 4 });

  expect(await scene.counts(id)).toMatchObject({ ...OVER, sent: 10 });
  expect((await spentBy(scene)).amounts).toEqual([{ currency: 'IDR', amount: '722.10' }]);

  ctx.clock.advance(DAY);
  await run(scene);
  expect(await scene.counts(id)).toMatchObject({ ...OVER, sent: 14 });
  expect((await spentBy(scene)).amounts).toEqual([{ currency: 'IDR', amount: '1203.50' }]);
});

test('a claim never runs ahead of late reports by more than the message that reaches the cap', async () => {
  const scene = await official(300, '12035.00');
  const id = await scene.create();

  await run(scene, { rounds: 12, silent: 300 });

  expect(await scene.counts(id)).toMatchObject({ ...OVER, sent: 100 });
});

test('it goes on by itself in the next month (UTC)', async () => {
  const scene = await official(20, '601.75');
  const id = await scene.create();
  await run(scene);
  ctx.clock.set(new Date('2026-11-30T23:59:30Z'));
  await run(scene);
  const before = await scene.counts(id);

  ctx.clock.set(new Date('2026-12-01T00:00:40Z'));
  await run(scene);

  expect([before, await scene.counts(id)]).toMatchObject([
    { ...OVER, sent: 5 },
    { ...OVER, sent: 10 },
  ]);
  expect((await getCap(ctx, scene.account)).cap?.resumes_at).toBe('2027-01-01T00:00:00.000Z');
});

test('a new broadcast sends nothing at the cap, and one that a person has paused stays paused', async () => {
  const scene = await official(3, '120.35');
  const first = await scene.create();
  await run(scene);
  const second = await scene.create();
  await run(scene);
  await pauseBroadcast(ctx, scene.account, first);
  await resumeBroadcast(ctx, scene.account, second);
  await run(scene);

  expect(await scene.counts(second)).toMatchObject({ ...OVER, pending: 3, sent: 0 });
  await capOf(scene, '10000');
  await run(scene);

  expect(await scene.counts(second)).toMatchObject({ status: 'completed', sent: 3 });
  expect(await scene.counts(first)).toMatchObject({ status: 'paused', reason: 'paused_by_user', sent: 1 });
});

test('only official numbers wait, and only messages with a rate in the currency of the cap count', async () => {
  const scene = await official(5, '120.35');
  await insertMessage(ctx, scene.device, { status: 'sent', source: 'api' });
  const others = await openScene(ctx, { contacts: 5 });
  await ctx.pool.query('update accounts set cost_cap = 0.01, cost_cap_currency = $2 where id = $1', [
    others.account.id,
    'IDR',
  ]);
  const [costing, free] = [await scene.create(), await others.create()];
  await capOf(scene, '1');
  await ctx.pool.query(`update contacts set phone = '44' || phone where account_id = $1`, [scene.account.id]);

  await run(scene);
  await run(others);

  expect(await scene.counts(costing)).toMatchObject({ status: 'completed', sent: 5 });
  expect(await others.counts(free)).toMatchObject({ status: 'completed', sent: 5 });
});

test('two numbers of one account share the cap, and a process that dies anywhere costs nothing', async () => {
  const scene = await official(20, '842.45');
  const twin = await tablesOf(ctx.db)
    .insertInto('devices')
    .values({
      ...{ account_id: scene.account.id, label: 'Dua', engine: 'official_cloud', network: 'live' },
      status: 'connected',
    })
    .returning('device_uuid')
    .executeTakeFirstOrThrow();
  await scene.create();
  const plan = { name: 'Dua', message_template: 'Halo', tags: ['all'], device_uuid: twin.device_uuid };
  await createBroadcast({ ctx, templates: noTemplates }, scene.account, {
    ...plan,
    delay_min_seconds: 0,
    delay_max_seconds: 0,
  });

  for (let statements = 0; statements < 24; statements += 1) {
    await look(dyingAfter(ctx, statements)).catch(() => {});
    ctx.clock.advance(100);
  }
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([look(ctx), look(ctx)]);
    ctx.clock.advance(MINUTE);
  }

  const { rows } = await ctx.pool.query(
    'select count(*)::int as messages from messages where account_id = $1 and body is not null',
    [scene.account.id],
  );
  expect(rows).toEqual([{ messages: 7 }]);
});

test('a cap takes a few reads for a claim, and none without it', async () => {
  const counted = async (cap: string | null) => {
    const scene = await official(100, cap);
    await scene.create();
    const statements: string[] = [];
    const db = watchAllStatements(ctx.db, ({ name }) => statements.push(name ?? ''));
    await look({ ...ctx, db });
    return statements.filter((name) => name.startsWith('costs.'));
  };

  expect([await counted(null), await counted('1000000')]).toEqual([
    [],
    [
      ...['costs.lock_spending', 'costs.list_rates', 'costs.read_charged', 'costs.count_claimed'],
      'costs.find_calling_codes',
    ],
  ]);
});
