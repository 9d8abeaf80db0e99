import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../test/harness/callback.ts';
import { testContext } from '../../../test/harness/context.ts';
import { callback, report, value } from '../../../test/harness/official-items.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../test/harness/rows.ts';
import { watchStatements } from '../../../test/harness/statements.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { seededRandom } from '../../assistant/brain/random.ts';
import { getMessage } from '../messages/message.ts';
import { writeStatuses } from '../messages/queue/status-writer.ts';
import { viewMessage } from '../messages/view.ts';
import { readCosts } from './costs.ts';
import { saveRates } from './rates/rates.ts';

const SECRET = 'secret-of-the-app';
const base = await testContext({ cleanup: afterAll });
const statements: string[] = [];
const ctx = { ...base, db: watchStatements(base.db, ({ name }) => statements.push(name ?? '')) };
const http = await callbackServer(ctx, [{ network: 'live', appSecret: SECRET, verifyToken: 'verify' }]);
let numbers = 0;

async function official(account: Awaited<ReturnType<typeof insertAccount>>) {
  numbers += 1;
  const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const number = `40${numbers}`;
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ official_phone_number_id: number })
    .where('id', '=', device.id)
    .execute();
  return { ...device, number };
}
type Device = Awaited<ReturnType<typeof official>>;

async function sent(device: Device, columns: object = {}, count = 1): Promise<string[]> {
  const references = Array.from({ length: count }, () => `kurir.${crypto.randomUUID()}`);
  const rows = references.map((reference) => ({
    ...{ status: 'sent' as const, maybe_written: true, reserved_wa_id: reference, created_at: DAY },
    ...{ wa_message_id: `wamid.${reference}`, ...columns },
  }));
  await insertMessages(ctx, device, rows);
  return references;
}

async function post(device: Device, statuses: readonly object[]) {
  const body = JSON.stringify(callback(value(device.number, { statuses })));
  const answer = await callBack(http, body, signCallback(body, SECRET));
  expect(answer.statusCode).toBe(200);
}

const DAY = new Date('2026-11-20T00:00:00Z');
const SECONDS = DAY.getTime() / 1000;
const MARKETING = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' };
const SERVICE = { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' };

const priced = (reference: string, status: string, pricing: object | null, day = 0) =>
  report(reference, status, {
    timestamp: String(SECONDS + day * 86_400 + 60),
    ...(pricing && { pricing }),
  });

function costs(
  account: { id: number },
  group_by: 'day' | 'device' | 'category' | 'broadcast' | 'automation' = 'day',
) {
  base.clock.set(new Date('2026-11-22T12:00:00Z'));
  const range = { from: '2026-11-20', to: '2026-11-22' };
  return readCosts(ctx, { id: account.id, deviceIds: null }, { ...range, group_by });
}

test('a message counts once it is delivered, on that day, also when its statuses repeat', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  const [one = '', other = ''] = await sent(device, {}, 2);

  await post(device, [priced(one, 'sent', MARKETING), priced(other, 'sent', MARKETING)]);
  const before = await costs(account);
  await post(device, [priced(one, 'delivered', MARKETING, 1), priced(other, 'failed', null)]);
  await post(device, [priced(one, 'read', MARKETING, 2), priced(one, 'delivered', MARKETING, 1)]);

  expect(before.total).toMatchObject({ messages: 0, billable: 0 });
  expect(await costs(account)).toMatchObject({
    total: { messages: 1, billable: 1 },
    data: [
      { date: '2026-11-20', messages: 0 },
      { date: '2026-11-21', messages: 1, billable: 1 },
      { date: '2026-11-22', messages: 0 },
    ],
  });
});

test('the price counts wherever it stands: in a late status, or in the only one', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  const [late = '', only = '', lost = ''] = await sent(device, {}, 3);
  await tablesOf(ctx.db)
    .updateTable('messages')
    .set({ status: 'failed', error_code: 'outcome_unknown' })
    .where('reserved_wa_id', '=', lost)
    .execute();

  await post(device, [priced(late, 'delivered', null)]);
  await post(device, [priced(late, 'sent', SERVICE)]);
  await post(device, [priced(only, 'read', MARKETING)]);
  await post(device, [priced(lost, 'delivered', MARKETING)]);

  expect((await costs(account)).total).toMatchObject({ messages: 3, billable: 2 });
});

test('a message that one batch names by both of its ids counts, with the price of either', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  const references = await sent(device, {}, 20);
  const change = { error_code: null, error_message: null, refund: false, device_id: device.id };
  const pricing = { category: 'marketing', type: 'regular', model: 'pmp', billable: true };

  for (const [place, reference] of references.entries()) {
    const changes = [
      { ...change, wa_message_id: reference, status: 'sent' as const, pricing: place % 2 ? pricing : null },
      {
        ...{
          ...change,
          wa_message_id: null,
          provider_id: `wamid.${reference}`,
          status: 'delivered' as const,
        },
        pricing: place % 2 ? null : pricing,
      },
    ];
    await writeStatuses({ ...ctx, now: () => DAY }, place % 4 < 2 ? changes : changes.toReversed());
  }

  expect((await costs(account)).total).toMatchObject({ messages: 20, billable: 20 });
  const { rows } = await ctx.pool.query('select distinct status from messages where device_id = $1', [
    device.id,
  ]);
  expect(rows).toEqual([{ status: 'delivered' }]);
});

test('a message shows the first price that the provider names, and none before', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  const [reference = ''] = await sent(device);
  const [row] = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select('id')
    .where('reserved_wa_id', '=', reference)
    .execute();
  const shown = async () => {
    const sight = { id: account.id, deviceIds: null };
    return viewMessage(await getMessage(ctx, sight, row?.id ?? 0));
  };

  const before = await shown();
  await post(device, [priced(reference, 'sent', MARKETING)]);
  const named = await shown();
  await post(device, [priced(reference, 'delivered', SERVICE)]);

  const pricing = { category: 'marketing', type: 'regular', model: 'pmp', billable: true };
  expect(before).not.toHaveProperty('pricing');
  expect(named).toMatchObject({ status: 'sent', pricing });
  expect(await shown()).toMatchObject({ status: 'delivered', pricing });
});

test('costs are by device, category, broadcast and automation', async () => {
  const account = await insertAccount(ctx);
  const [one, other] = [await official(account), await official(account)];
  const automation = (origin: object) => ({ source: 'bot', details: JSON.stringify({ automation: origin }) });
  const references = [
    ...(await sent(one, { broadcast_id: 12 }, 2)),
    ...(await sent(one, automation({ kind: 'flow', flow_id: '7' }))),
    ...(await sent(one, automation({ kind: 'assistant' }))),
  ];
  const [staff = ''] = await sent(other);

  await post(
    one,
    references.map((each) => priced(each, 'delivered', MARKETING)),
  );
  await post(other, [priced(staff, 'delivered', SERVICE)]);

  const groups = ['device', 'category', 'broadcast', 'automation'] as const;
  const [devices, categories, broadcasts, automations] = await Promise.all(
    groups.map(async (group) => (await costs(account, group)).data),
  );
  expect(devices).toMatchObject([
    { device_uuid: one.device_uuid, messages: 4, billable: 4 },
    { device_uuid: other.device_uuid, messages: 1, billable: 0 },
  ]);
  expect(categories).toMatchObject([
    { category: 'marketing', messages: 4 },
    { category: 'service', messages: 1 },
  ]);
  expect(broadcasts).toMatchObject([{ broadcast_id: 12, messages: 2 }]);
  expect(automations).toMatchObject([
    { automation: { kind: 'assistant', id: null }, messages: 1 },
    { automation: { kind: 'flow', id: '7' }, messages: 1 },
  ]);
  expect(
    (
      await readCosts(
        ctx,
        { id: account.id, deviceIds: [other.id] },
        { from: '2026-11-20', to: '2026-11-22', group_by: 'day' },
      )
    ).total,
  ).toMatchObject({ messages: 1 });
});

test('a price takes no statement more than its status', async () => {
  const device = await official(await insertAccount(ctx));
  const [plain = '', with_price = ''] = await sent(device, {}, 2);
  await post(device, [priced(plain, 'sent', null)]);
  const count = async (work: Promise<void>) => {
    statements.length = 0;
    await work;
    return [...statements];
  };

  const without = await count(post(device, [priced(plain, 'delivered', null)]));
  const with_one = await count(post(device, [priced(with_price, 'delivered', MARKETING)]));

  expect(with_one).toEqual(without);
});

const RATES = [
  ['Indonesia', 'marketing', '2026-11-01', 'IDR', '586.33'],
  ['Indonesia', 'marketing', '2026-11-21', 'IDR', '600.10'],
  ['North America', 'marketing', '2026-11-01', 'USD', '0.0341'],
  ['Rest of Latin America', 'marketing', '2026-11-01', 'USD', '0.074'],
  ['Kazakhstan', 'marketing', '2026-11-21', 'USD', '0.05'],
  ['Other', 'marketing', '2026-11-01', 'USD', '0.0604'],
] as const;

test('costs add up to the callbacks to the cent, however they repeat, mix, and arrive at once', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  await saveRates(
    ctx,
    RATES.map(([market, category, valid_from, currency, amount]) => ({
      ...{ market, category, valid_from, currency, amount },
    })),
  );
  const random = seededRandom(20_261_001);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  /** By phone: thousandths of a cent on each of the three days; null: no rate. */
  const PHONES: Record<string, [currency: string, ...(number | null)[]]> = {
    '6281234567890': ['IDR', 58_633_000, 60_010_000, 60_010_000],
    '14155550123': ['USD', 3_410, 3_410, 3_410],
    '18095550123': ['USD', 7_400, 7_400, 7_400],
    '77011234567': ['USD', 6_040, 5_000, 5_000],
    'US.13491208655302741918': ['USD', 3_410, 3_410, 3_410],
    '3545551234': ['USD', 6_040, 6_040, 6_040],
    '491512345678': ['EUR', null, null, null],
  };
  const expected = { messages: 0, billable: 0, without_rate: 0 };
  const money = new Map<string, number>();
  const reports: object[] = [];
  for (let n = 0; n < 150; n += 1) {
    const phone = pick(Object.keys(PHONES));
    const [reference = ''] = await sent(device, { phone });
    const pricing = pick([MARKETING, MARKETING, SERVICE, null]);
    const day = pick([0, 1, 2]);
    const statuses = pick([
      ['sent'],
      ['sent', 'failed'],
      ['delivered'],
      ['sent', 'delivered', 'read'],
      ['sent', 'read'],
    ]);
    // The provider names the price on at least one status.
    const always = pick(statuses.filter((status) => status !== 'failed'));
    if (pricing && statuses.some((status) => status === 'delivered' || status === 'read')) {
      expected.messages += 1;
      if (pricing.billable) {
        const [currency = '', ...rates] = PHONES[phone] ?? [];
        const rate = rates[day];
        expected.billable += 1;
        if (typeof rate === 'number') money.set(String(currency), (money.get(String(currency)) ?? 0) + rate);
        else expected.without_rate += 1;
      }
    }
    for (const status of statuses) {
      const shown = status === always || random() < 0.5 ? pricing : null;
      for (let times = pick([1, 1, 2, 3]); times > 0; times -= 1)
        reports.push(priced(reference, status, shown, day));
    }
  }
  const shuffled = reports
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at);

  const batches: Promise<void>[] = [];
  while (shuffled.length > 0) {
    const batch = shuffled.splice(0, pick([1, 3, 40])).map(({ each }) => each);
    batches.push(post(device, batch));
    if (random() < 0.3) await Promise.all(batches);
  }
  await Promise.all(batches);

  for (const group of ['day', 'device', 'category'] as const) {
    const { total, data } = await costs(account, group);
    const { amounts, ...counts } = total;
    expect(counts).toEqual(expected);
    expect(data.reduce((sum, { billable }) => sum + billable, 0)).toBe(expected.billable);
    expect(amounts.map(({ currency, amount }) => [currency, Math.round(Number(amount) * 100_000)])).toEqual(
      [...money].toSorted(),
    );
  }
});

test('a rate counts from its day on, goes when it is emptied, and none is invented', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  const [one = ''] = await sent(device, { phone: '60123456789' });
  await post(device, [priced(one, 'delivered', { ...SERVICE, billable: true, type: 'regular' }, 1)]);
  const rate = {
    market: 'my',
    category: 'service',
    valid_from: '2026-11-21',
    currency: 'MYR',
    amount: '0.10',
  };
  const moneyOf = async () => {
    const { amounts, without_rate } = (await costs(account)).total;
    return [amounts, without_rate];
  };

  const before = await moneyOf();
  const saved = await saveRates(ctx, [{ ...rate, valid_from: '2026-11-22' }, rate]);
  const rated = await moneyOf();
  const removed = await saveRates(ctx, [{ ...rate, amount: null }]);

  expect(before).toEqual([[], 1]);
  expect(saved).toEqual({ saved: 2, removed: 0 });
  expect(rated).toEqual([[{ currency: 'MYR', amount: '0.10' }], 0]);
  expect(removed).toEqual({ saved: 0, removed: 1 });
  expect(await moneyOf()).toEqual([[], 1]);
});
