import { expect, test } from 'vitest';
import { openAdmission } from '../../../../test/harness/admission.ts';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import type { AdmissionRequest } from './admission.ts';

async function shop(plan: Partial<Caller['plan']> = {}) {
  const ctx = await testContext();
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account);
  const admit = openAdmission(ctx);
  const request = (
    idempotencyKey: string,
    change: { body?: string; device_uuid?: string } = {},
  ): AdmissionRequest => {
    const input = {
      device_uuid: device.device_uuid,
      to: '081234567890',
      type: 'text' as const,
      body: 'Halo',
      ...change,
    };
    return {
      account,
      idempotencyKey,
      rawBody: input,
      message: { input, phone: '6281234567890' },
      problem: null,
    };
  };
  return { ctx, account, device, admit, request };
}

const sentOf = async (ctx: TestContext) =>
  (await tablesOf(ctx.db).selectFrom('usage_months').select('messages_sent').execute())[0]?.messages_sent;
const countMessages = async (ctx: TestContext) =>
  (await tablesOf(ctx.db).selectFrom('messages').select('id').execute()).length;

test('an accepted message is queued, counted and free of a provider id', async () => {
  const { ctx, admit, request } = await shop();

  const { message, replayed } = await admit(request('order-1'));

  expect(message).toMatchObject({
    status: 'queued',
    wa_message_id: null,
    type: 'text',
    created_at: ctx.now(),
  });
  expect(replayed).toBe(false);
  expect(await sentOf(ctx)).toBe(1);
});

test('100 parallel requests with one key make one message, one unit of quota and 100 equal answers', async () => {
  const { ctx, admit, request } = await shop();

  const answers = await Promise.all(Array.from({ length: 100 }, () => admit(request('order-1'))));

  expect(new Set(answers.map(({ message }) => message.public_id)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await countMessages(ctx)).toBe(1);
  expect(await sentOf(ctx)).toBe(1);
});

test('two processes racing for the same keys store each message once', async () => {
  const { ctx, admit, request } = await shop();
  const elsewhere = openAdmission(ctx);
  const keys = Array.from({ length: 50 }, (_, n) => `order-${n}`);

  const answers = await Promise.all(keys.flatMap((key) => [admit(request(key)), elsewhere(request(key))]));

  expect(new Set(answers.map(({ message }) => message.public_id)).size).toBe(50);
  expect(await countMessages(ctx)).toBe(50);
  expect(await sentOf(ctx)).toBe(50);
});

test('the quota is exact when two processes use it up together', async () => {
  const { ctx, admit, request } = await shop({ monthly_quota: 30 });
  const elsewhere = openAdmission(ctx);

  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, (_, n) => (n % 2 ? admit : elsewhere)(request(`order-${n}`))),
  );

  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(30);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals.map((error) => error.code)).toEqual(Array.from({ length: 50 }, () => 'quota_exceeded'));
  expect(await sentOf(ctx)).toBe(30);
  expect(await countMessages(ctx)).toBe(30);
});

test('of two equal requests for the last unit of the quota the later one is a replay, not a refusal', async () => {
  const { ctx, admit, request } = await shop({ monthly_quota: 2 });
  const elsewhere = openAdmission(ctx);
  await admit(request('earlier'));
  const waiting = async () => {
    const { rows } = await ctx.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };

  // Both have looked for their key before either of them gets at the quota.
  const both = await ctx.db.transaction(async (tx) => {
    await tablesOf(tx).selectFrom('usage_months').select('messages_sent').forUpdate().execute();
    const requests = [admit(request('order-1')), elsewhere(request('order-1'))];
    await until(async () => (await waiting()) === 2);
    return { settled: Promise.all(requests) };
  });

  const [one, other] = await both.settled;
  expect(one?.message.public_id).toBe(other?.message.public_id);
  expect([one?.replayed, other?.replayed].sort()).toEqual([false, true]);
  expect(await sentOf(ctx)).toBe(2);
});

test('a replay takes no place in the quota from a new message of the same moment', async () => {
  const { ctx, admit, request } = await shop({ monthly_quota: 2 });
  const earlier = await admit(request('order-1'));

  const [again, last, beyond] = await Promise.allSettled(
    ['order-1', 'order-2', 'order-3'].map((key) => admit(request(key))),
  );

  expect(again).toMatchObject({
    value: { replayed: true, message: { public_id: earlier.message.public_id } },
  });
  expect(last).toMatchObject({ value: { replayed: false } });
  expect(beyond).toMatchObject({ reason: { code: 'quota_exceeded' } });
  expect(await sentOf(ctx)).toBe(2);
});

test('a replay wins over everything that is wrong with the second request', async () => {
  const { admit, request, account } = await shop({ monthly_quota: 1 });
  const first = await admit(request('order-1'));

  const problem = new FieldErrors({ body: ['is required'] });
  const again = await admit({ account, idempotencyKey: 'order-1', rawBody: {}, message: null, problem });

  expect(again).toMatchObject({
    replayed: true,
    mismatch: true,
    message: { public_id: first.message.public_id },
  });
});

test('a replay of the same request is no mismatch', async () => {
  const { admit, request } = await shop();
  await admit(request('order-1'));

  const again = await admit(request('order-1'));

  expect(again).toMatchObject({ replayed: true, mismatch: false });
});

test('the same key of another account is another message', async () => {
  const { ctx, admit, request } = await shop();
  const other = await insertAccount(ctx);
  const device = await insertDevice(ctx, other);
  const input = { device_uuid: device.device_uuid, to: '081234567890', type: 'text' as const, body: 'Halo' };

  const [mine, theirs] = await Promise.all([
    admit(request('order-1')),
    admit({
      account: other,
      idempotencyKey: 'order-1',
      rawBody: input,
      message: { input, phone: '628' },
      problem: null,
    }),
  ]);

  expect([mine.replayed, theirs.replayed]).toEqual([false, false]);
  expect(await countMessages(ctx)).toBe(2);
});

test.each([
  ['unknown', '11111111-1111-4111-8111-111111111111'],
  ['not even a uuid', 'kasir'],
])('an %s device is not found', async (_name, device_uuid) => {
  const { ctx, admit, request } = await shop();

  await expect(admit(request('order-1', { device_uuid }))).rejects.toMatchObject({
    code: 'device_not_found',
  });
  expect(await countMessages(ctx)).toBe(0);
});

test("another account's device is not found", async () => {
  const { ctx, admit, request } = await shop();
  const foreign = await insertDevice(ctx, await insertAccount(ctx));

  await expect(admit(request('order-1', { device_uuid: foreign.device_uuid }))).rejects.toMatchObject({
    code: 'device_not_found',
  });
});

test.each(['provisioned', 'disconnected', 'banned'] as const)(
  'a %s device refuses with device_disconnected',
  async (status) => {
    const { ctx, account, admit, request } = await shop();
    const { device_uuid } = await insertDevice(ctx, account, { status });

    await expect(admit(request('order-1', { device_uuid }))).rejects.toMatchObject({
      code: 'device_disconnected',
    });
  },
);

test.each([
  [
    'provisioned',
    'economy',
    /^The device is not paired\. .* GET \/v1\/devices\/UUID\/qr and scan it with the phone\.$/,
  ],
  ['qr_pending', 'economy', /^The device is not paired\. /],
  [
    'disconnected',
    'economy',
    /Kurir reconnects unless .* GET \/v1\/devices\/UUID\. .*GET \/v1\/devices\/UUID\/qr\.$/,
  ],
  ['banned', 'economy', /^The provider has banned the number\. See the reason: GET \/v1\/devices\/UUID\.$/],
  ['disconnected', 'official_cloud', /^(?!.*qr).*PATCH \/v1\/devices\/UUID\/official-credentials\.$/],
] as const)('the refusal of a %s %s device says how to connect it', async (status, engine, text) => {
  const { ctx, account, admit, request } = await shop();
  const { device_uuid } = await insertDevice(ctx, account, { status, engine });

  const refusal = await admit(request('order-1', { device_uuid })).catch((error: Error) => error.message);

  expect(String(refusal).replaceAll(device_uuid, 'UUID')).toMatch(text);
});

test('the refusal of a released device names the call for another one', async () => {
  const { ctx, account, admit, request } = await shop();
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'disconnected' });
  await ctx.pool.query('update devices set released_at = now() where id = $1', [id]);

  await expect(admit(request('order-1', { device_uuid }))).rejects.toThrow(
    'The device was released. Create another one: POST /v1/devices.',
  );
});

test('the refusal of a test account names the command that scans', async () => {
  const { ctx, admit, request, account } = await shop();
  const sandbox = await insertAccount(ctx, {}, 'sandbox');
  const { device_uuid } = await insertDevice(ctx, sandbox, { status: 'provisioned' });

  const refused = admit({ ...request('order-1', { device_uuid }), account: sandbox });

  expect(account.kind).toBe('live');
  await expect(refused).rejects.toThrow(`a simulated phone: ./kurir sandbox scan ${device_uuid} NUMBER.`);
});

test('a refused request leaves its key unused and takes no quota', async () => {
  const { ctx, admit, request, account } = await shop();
  const problem = new ApiError('invalid_phone');
  const refused = { account, idempotencyKey: 'order-1', rawBody: {}, message: null, problem };

  await expect(admit(refused)).rejects.toBe(problem);
  const { replayed } = await admit(request('order-1'));

  expect(replayed).toBe(false);
  expect(await sentOf(ctx)).toBe(1);
});

test('a good request behind a bad one with the same key in the same moment is accepted', async () => {
  const { admit, request, account } = await shop();
  const problem = new ApiError('invalid_phone');

  const [bad, good] = await Promise.allSettled([
    admit({ account, idempotencyKey: 'order-1', rawBody: {}, message: null, problem }),
    admit(request('order-1')),
  ]);

  expect(bad).toMatchObject({ status: 'rejected', reason: problem });
  expect(good).toMatchObject({ status: 'fulfilled', value: { replayed: false } });
});

test('a row that the database refuses fails alone', async () => {
  const { ctx, admit, request } = await shop();

  const outcomes = await Promise.allSettled([
    admit(request('order-1')),
    admit(request('order-2', { body: 'a\0b' })),
    admit(request('order-3')),
  ]);

  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await countMessages(ctx)).toBe(2);
});
