import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { countDevicesOf } from '../../gateway/devices/installation/installation.ts';
import { createAccount, setStatus } from '../accounts/account.ts';
import { registerAuth } from '../accounts/auth.ts';
import { GIBIBYTE } from '../lib/bytes.ts';
import { createHttp } from '../lib/http/http.ts';
import { createCallCounter } from './call-counter.ts';
import { usageRoutes } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });

/** One process of the gateway with the usage endpoint. */
function startProcess() {
  const http = createHttp({ log: ctx.log, bodyLimit: 1024 });
  const counter = createCallCounter(ctx);
  registerAuth(http, ctx, { onCall: counter.count });
  usageRoutes(http, ctx, counter, (account) => countDevicesOf(ctx, account));
  onTestFinished(async () => {
    await http.close();
    await counter.close();
  });
  return { http, counter };
}

async function scene(plan: string) {
  const { account_id, api_key } = await createAccount(ctx, { name: 'Toko', plan, kind: 'live' });
  return { account_id, headers: { authorization: `Bearer ${api_key}` }, ...startProcess() };
}

test.each([
  [
    'starter',
    {
      messages_quota: 1000,
      messages_remaining: 1000,
      rate_per_minute: 10,
      max_devices: 1,
      storage_bytes: 2 * GIBIBYTE,
    },
  ],
  [
    'business',
    {
      messages_quota: 10_000,
      messages_remaining: 10_000,
      rate_per_minute: 20,
      max_devices: 5,
      storage_bytes: 20 * GIBIBYTE,
    },
  ],
  [
    'pro',
    {
      messages_quota: 0,
      messages_remaining: null,
      rate_per_minute: 40,
      max_devices: 20,
      storage_bytes: 100 * GIBIBYTE,
    },
  ],
])('GET /v1/usage of a new account on plan %s counts the asking call', async (plan, quota) => {
  const { http, headers } = await scene(plan);
  ctx.clock.set(new Date('2025-11-21T09:00:00Z'));

  const answer = await http.inject({ url: '/v1/usage', headers });

  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    ...{ period: '2025-11', messages_sent: 0, api_calls: 1, plan, devices: 0, storage_used: 0 },
    ...quota,
  });
});

test('every call is counted exactly once, those to unknown addresses included', async () => {
  const { http, headers } = await scene('pro');
  await Promise.all(Array.from({ length: 30 }, () => http.inject({ url: '/v1/usage', headers })));
  await http.inject({ url: '/v1/nowhere', headers });
  await http.inject({ url: '/v1/usage', headers: { authorization: 'Bearer wrong' } });

  const answer = await http.inject({ url: '/v1/usage', headers });

  expect(answer.json().api_calls).toBe(32);
});

test('calls to another process show once it has written them', async () => {
  const { http, headers } = await scene('pro');
  const other = startProcess();
  await other.http.inject({ url: '/v1/nowhere', headers });
  await other.counter.flush();

  const answer = await http.inject({ url: '/v1/usage', headers });

  expect(answer.json().api_calls).toBe(2);
});

test('accounts do not see each other', async () => {
  const { http, headers, account_id } = await scene('pro');
  const second = await createAccount(ctx, { name: 'Other', plan: 'starter', kind: 'live' });
  await tablesOf(ctx.db)
    .insertInto('usage_months')
    .values({ account_id, period: new Date(ctx.now()).toISOString().slice(0, 7), messages_sent: 5 })
    .execute();

  const mine = await http.inject({ url: '/v1/usage', headers });
  const theirs = await http.inject({
    url: '/v1/usage',
    headers: { authorization: `Bearer ${second.api_key}` },
  });

  expect(mine.json()).toMatchObject({ messages_sent: 5, api_calls: 1 });
  expect(theirs.json()).toMatchObject({ messages_sent: 0, api_calls: 1, messages_remaining: 1000 });
});

test('a suspended account is refused', async () => {
  const { http, headers, account_id } = await scene('pro');
  await setStatus(ctx, account_id, 'suspended');

  const answer = await http.inject({ url: '/v1/usage', headers });

  expect(answer.json()).toEqual({ error: 'account_inactive', message: expect.any(String) });
});
