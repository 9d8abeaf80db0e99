import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../test/harness/callback.ts';
import { testContext } from '../../test/harness/context.ts';
import { callback, report, value } from '../../test/harness/official-items.ts';
import { insertAccount, insertDevice, insertMessages } from '../../test/harness/rows.ts';
import { watchStatements } from '../../test/harness/statements.ts';
import { tablesOf } from '../../test/harness/tables.ts';
import { seededRandom } from '../automation/assistant/brain/random.ts';
import { readCosts } from './costs.ts';

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

test('costs add up to the callbacks, however they repeat, mix, and arrive at once', async () => {
  const account = await insertAccount(ctx);
  const device = await official(account);
  const random = seededRandom(20_261_001);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const references = await sent(device, {}, 120);
  const expected = { messages: 0, billable: 0 };
  const reports = references.flatMap((reference) => {
    const pricing = pick([MARKETING, SERVICE, null]);
    const statuses = pick([
      ['sent'],
      ['sent', 'failed'],
      ['delivered'],
      ['sent', 'delivered', 'read'],
      ['sent', 'read'],
    ]);
    // The provider names the price on at least one status.
    const always = pick(statuses.filter((status) => status !== 'failed'));
    const isDelivered = statuses.some((status) => status === 'delivered' || status === 'read');
    if (pricing && isDelivered) {
      expected.messages += 1;
      if (pricing.billable) expected.billable += 1;
    }
    return statuses.flatMap((status) => {
      const shown = status === always || random() < 0.5 ? pricing : null;
      return Array.from({ length: pick([1, 1, 2, 3]) }, () =>
        priced(reference, status, shown, pick([0, 1, 2])),
      );
    });
  });
  const shuffled = reports
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at);

  const batches: Promise<void>[] = [];
  while (shuffled.length > 0) {
    batches.push(
      post(
        device,
        shuffled.splice(0, pick([1, 3, 40])).map(({ each }) => each),
      ),
    );
    if (random() < 0.3) await Promise.all(batches);
  }
  await Promise.all(batches);

  for (const group of ['day', 'device', 'category'] as const) {
    const { total, data } = await costs(account, group);
    expect(total).toMatchObject(expected);
    expect(data.reduce((sum, { billable }) => sum + billable, 0)).toBe(expected.billable);
  }
});
