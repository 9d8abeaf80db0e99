import { afterAll, expect } from 'vitest';
import { createAccount } from '../../src/platform/accounts/account.ts';
import { getActiveAccount } from '../../src/platform/accounts/choice.ts';
import { testContext } from '../harness/context.ts';
import { withinOneMinute } from '../harness/minute.ts';
import { insertDevice } from '../harness/rows.ts';
import { type Customer, openService } from '../harness/service.ts';
import type { Answer } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();
const official = (await insertDevice(ctx, shop.account, { engine: 'official_cloud' })).device_uuid;

const PLANS = ['starter', 'business', 'pro'] as const;
/** An account of a plan as it is delivered, with a connected device. */
async function customerOn(plan: (typeof PLANS)[number]): Promise<Customer> {
  const { account_id } = await createAccount(ctx, { name: 'Toko', plan, kind: 'live' });
  return service.customerOf(await getActiveAccount(ctx, account_id));
}
const times = <T>(count: number, call: () => Promise<T>) => Promise.all(Array.from({ length: count }, call));
const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 202).length;
const rateOf = ({ headers }: Answer) => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];

contract('Limits > Requests per minute per account', async () => {
  const granted = [];

  for (const plan of PLANS) {
    const answers = await withinOneMinute(ctx, async () => {
      const customer = await customerOn(plan);
      const elsewhere = await Promise.all([
        ...Array.from({ length: 50 }, () => customer.api('GET', '/v1/devices')),
        ...Array.from({ length: 50 }, () => customer.api('POST', '/v1/contacts', { phone: '081234567890' })),
      ]);
      expect(elsewhere.every(({ status }) => status < 300)).toBe(true);
      return times(45, () => customer.send());
    });
    granted.push(passed(answers));
  }

  expect(granted).toEqual([10, 20, 40]);
});

/** On the clock of the database, by which requests are counted. */
async function secondsIntoTheMinute(): Promise<number> {
  const { rows } = await ctx.pool.query<{ seconds: number }>(
    'select extract(second from clock_timestamp())::float8 as seconds',
  );
  return rows[0]?.seconds ?? 0;
}

contract('Limits > Rate window', async () => {
  const { earliest, refused, latest } = await withinOneMinute(ctx, async () => {
    const customer = await service.customer({ rate_per_minute: 1 });
    await customer.send();
    const earliest = await secondsIntoTheMinute();
    const refused = await customer.send();
    return { earliest, refused, latest: await secondsIntoTheMinute() };
  });
  const customer = await service.customer({ rate_per_minute: 2 });
  await times(2, () => customer.send());
  // The window of an earlier minute, used up: a rolling one would still count it.
  await tablesOf(ctx.db)
    .updateTable('rate_windows')
    .set((eb) => ({ minute: eb('minute', '-', 1), used: 2 }))
    .where('account_id', '=', customer.account.id)
    .execute();
  const inTheNext = await customer.send();

  // Until the minute is full, not until a minute after the first request.
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(Math.floor(60 - latest));
  expect(wait).toBeLessThanOrEqual(Math.ceil(60 - earliest));
  expect([inTheNext.status, ...rateOf(inTheNext)]).toEqual([202, '2', '1']);
});

contract('Limits > Rate headers', async () => {
  const answers = await withinOneMinute(ctx, async () => {
    const customer = await service.customer({ rate_per_minute: 4 });
    const key = { 'idempotency-key': 'sama' };
    return [
      await customer.send({}, key),
      await customer.send({}, key),
      await customer.send({ to: '1' }),
      await customer.api('POST', '/v1/messages', '{"to":', key),
      await customer.send(),
    ];
  });

  expect(answers.map((answer) => [answer.status, ...rateOf(answer)])).toEqual([
    [202, '4', '3'],
    [202, '4', '2'],
    [422, '4', '1'],
    [400, '4', '0'],
    [429, '4', '0'],
  ]);
});

contract('Limits > Over the limit', async () => {
  const { customer, refused } = await withinOneMinute(ctx, async () => {
    const customer = await service.customer({ rate_per_minute: 1, monthly_quota: 5 });
    await customer.send();
    return { customer, refused: await customer.send({}, { 'idempotency-key': 'ulang' }) };
  });
  const usage = await customer.api('GET', '/v1/usage');
  await tablesOf(ctx.db).deleteFrom('rate_windows').where('account_id', '=', customer.account.id).execute();
  const again = await customer.send({}, { 'idempotency-key': 'ulang' });

  const wait = Number(refused.headers['retry-after']);
  expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
  expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
  expect(refused.body.message).toMatch(new RegExp(`\\b1\\b.*\\b${wait}\\b`));
  expect(usage.body.messages_remaining).toBe(4);
  expect(again.status).toBe(202);
  expect(again.headers).not.toHaveProperty('idempotency-replayed');
});

contract('Limits > Reads', async () => {
  const customer = await service.customer({ rate_per_minute: 1 });
  const { body } = await customer.send();

  const answers = await Promise.all(
    [`/v1/messages/${body.id}`, '/v1/usage', '/v1/contacts'].flatMap((path) =>
      Array.from({ length: 20 }, () => customer.api('GET', path)),
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ headers }) => 'x-ratelimit-limit' in headers)).toEqual([]);
});

contract('Limits > Monthly message quota', async () => {
  const limited = await service.customer({ monthly_quota: 2 });
  const unlimited = await service.customer({ monthly_quota: null });

  const [few, many] = await Promise.all([times(5, () => limited.send()), times(5, () => unlimited.send())]);
  const usage = await unlimited.api('GET', '/v1/usage');

  expect([passed(few), passed(many)]).toEqual([2, 5]);
  expect(few.filter(({ status }) => status !== 202).map(({ status, body }) => [status, body.error])).toEqual(
    Array(3).fill([402, 'quota_exceeded']),
  );
  expect(usage.body.messages_remaining).toBeNull();
});

contract('Limits > Devices', async () => {
  const customer = await service.customer({ max_devices: 1 });

  const { status, body } = await customer.api('POST', '/v1/devices', { label: 'Kedua' });

  expect([status, body.error]).toEqual([402, 'device_limit_reached']);
});

contract('Limits > Destination number', async () => {
  const answers = await Promise.all(
    ['1234567', '12345678', '0-8-1-2-3-4-5', '(0) 812-3456'].map((to) => shop.send({ to })),
  );

  expect(answers.map(({ status, body }) => body.error ?? status)).toEqual([
    'invalid_phone',
    202,
    'invalid_phone',
    202,
  ]);
});

const buttons = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ id: `b${n}`, title: 'Ya', ...more }));
const rows = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: 'Satu', ...more }));
const sections = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ title: `S${n}`, rows: [{ id: `r${n}`, title: 'Satu' }] }));
async function accepts(type: string, interactives: object[]): Promise<boolean[]> {
  const answers = await Promise.all(
    interactives.map((interactive) => shop.send({ device_uuid: official, type, interactive })),
  );
  return answers.map(({ status, body }) => {
    if (status !== 202) expect([status, Object.keys(body)]).toEqual([422, ['message', 'errors']]);
    return status === 202;
  });
}
const list = (more: object) => ({ button_text: 'Menu', sections: sections(1), ...more });

contract('Limits > Button message', async () => {
  const verdicts = await accepts('button', [
    ...[0, 1, 3, 4].map((count) => ({ buttons: buttons(count) })),
    ...[20, 21].map((length) => ({ buttons: buttons(1, { title: 'é'.repeat(length) }) })),
    ...[256, 257].map((length) => ({ buttons: buttons(1, { id: 'i'.repeat(length) }) })),
  ]);

  expect(verdicts).toEqual([false, true, true, false, true, false, true, false]);
});

contract('Limits > List message', async () => {
  const inOne = (items: object[], title = 'S') => list({ sections: [{ title, rows: items }] });

  const verdicts = await accepts('list', [
    ...[0, 1, 10, 11].map((count) => list({ sections: sections(count) })),
    ...[24, 25].map((length) => inOne(rows(1), 'é'.repeat(length))),
    ...[0, 1, 10, 11].map((count) => inOne(rows(count))),
    ...[24, 25].map((length) => inOne(rows(1, { title: 'é'.repeat(length) }))),
    ...[72, 73].map((length) => inOne(rows(1, { description: 'é'.repeat(length) }))),
  ]);

  expect(verdicts).toEqual([
    ...[false, true, true, false],
    ...[true, false],
    ...[false, true, true, false],
    ...[true, false],
    ...[true, false],
  ]);
});

contract('Limits > Header and footer', async () => {
  const lengths = [60, 61].flatMap((length) =>
    ['header', 'footer'].map((part) => ({ [part]: 'é'.repeat(length) })),
  );

  const onButtons = await accepts(
    'button',
    lengths.map((part) => ({ buttons: buttons(1), ...part })),
  );
  const onLists = await accepts('list', lengths.map(list));

  expect([onButtons, onLists]).toEqual(Array(2).fill([true, true, false, false]));
});

contract('Limits > Not shown: the max_devices value and', async () => {
  const shown = [];

  for (const plan of PLANS) {
    const customer = await customerOn(plan);
    const usage = (await customer.api('GET', '/v1/usage')).body;
    const answers = await times(25, () => customer.api('POST', '/v1/devices', { label: 'Baru' }));
    const devices = 1 + answers.filter(({ status }) => status === 201).length;
    shown.push([plan, usage.messages_quota, usage.messages_remaining, devices]);
  }

  expect(shown).toEqual([
    ['starter', 1000, 1000, 1],
    ['business', 10_000, 10_000, 5],
    ['pro', 0, null, 20],
  ]);
});

contract('Limits > Not shown: maximum length of body', async () => {
  const media_url = 'https://files.example/a.jpg';
  const choice = (button_text: string, id = 'r') => ({
    device_uuid: official,
    type: 'list',
    interactive: { button_text, sections: [{ title: 'S', rows: [{ id, title: 'Satu' }] }] },
  });

  const answers = await Promise.all(
    [
      ...[65_536, 65_537].map((length) => ({ body: 'é'.repeat(length) })),
      ...[1024, 1025].map((length) => ({ type: 'image', media_url, body: 'é'.repeat(length) })),
      ...[20, 21].map((length) => choice('é'.repeat(length))),
      ...[200, 201].map((length) => choice('Menu', 'i'.repeat(length))),
    ].map((body) => shop.send(body)),
  );

  expect(answers.map(({ status, body }) => (status === 202 ? 'accepted' : Object.keys(body.errors)))).toEqual(
    [
      ...['accepted', ['body']],
      ...['accepted', ['body']],
      ...['accepted', ['interactive.button_text']],
      ...['accepted', ['interactive.sections.0.rows.0.id']],
    ],
  );
});

contract('Limits > Not shown: rate limits of write', async () => {
  const customer = await service.customer({ rate_per_minute: 1 });

  const answers = await Promise.all([
    times(15, () => customer.api('POST', '/v1/devices', { label: 'Baru' })),
    times(15, () => customer.api('POST', '/v1/contacts', { phone: '081234567890' })),
    times(15, () =>
      customer.api('POST', '/v1/webhooks', { url: 'https://example.com', events: ['device.status'] }),
    ),
    times(15, () => customer.api('DELETE', `/v1/devices/${customer.deviceUuid}`)),
  ]);

  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200, 201]));
});
