import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { type GatewayProcess, installation } from '../../../test/harness/gateway.ts';
import { withinOneMinute } from '../../../test/harness/minute.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { until } from '../../../test/harness/until.ts';
import { createKey } from '../../platform/accounts/key.ts';
import type { Plan } from '../../platform/accounts/schema.ts';

/** Four equal gateway processes on one database. */
const ctx = await testContext({ cleanup: afterAll });
const installed = await installation(
  {
    DATABASE_URL: ctx.databaseUrl,
    KURIR_SECRET_KEY: '0123456789abcdef'.repeat(4),
    KURIR_ROLES: 'api',
    KURIR_SANDBOX: 'off',
    KURIR_DATABASE_POOL: '4',
  },
  afterAll,
);
const gateways = await Promise.all(Array.from({ length: 4 }, () => installed.start()));

interface Answer {
  status: number;
  headers: Headers;
  body: { id: number; error?: string; message?: string; api_calls: number; messages_sent: number };
}

async function shop(plan: Partial<Plan> = {}) {
  const account = await insertAccount(ctx, plan);
  const { device_uuid } = await insertDevice(ctx, account);
  const { api_key } = await createKey(ctx, {
    accountId: account.id,
    name: 'k',
    scope: 'full',
    expiresAt: null,
  });
  const call = async (gateway: GatewayProcess | undefined, path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: `Bearer ${api_key}`,
      'content-type': 'application/json',
      ...init.headers,
    };
    const answer = await fetch(`${gateway?.url}${path}`, { ...init, headers });
    return { status: answer.status, headers: answer.headers, body: await answer.json() } as Answer;
  };
  const send = (n: number, key = `order-${n}`) =>
    call(gateways[n % gateways.length], '/v1/messages', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ device_uuid, to: '081234567890', body: 'Halo' }),
    });
  return { account, call, send };
}

/** `count` requests at once, spread over the processes. */
const atOnce = (count: number, request: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => request(n)));

const messagesOf = async (accountId: number) =>
  (await tablesOf(ctx.db).selectFrom('messages').select('id').where('account_id', '=', accountId).execute())
    .length;
const usageOf = (accountId: number) =>
  tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select(['messages_sent', 'api_calls'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
const withStatus = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

test('200 parallel requests: exactly the limit passes, the rest gets limit and wait', async () => {
  const { answers, account } = await withinOneMinute(ctx, async () => {
    const { account, send } = await shop({ rate_per_minute: 40 });
    return { account, answers: await atOnce(200, send) };
  });

  const [passed, refused] = [withStatus(answers, 202), withStatus(answers, 429)];
  expect([passed.length, refused.length]).toEqual([40, 160]);
  expect(await messagesOf(account.id)).toBe(40);
  expect((await usageOf(account.id)).messages_sent).toBe(40);
  const rest = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(rest.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  for (const { headers, body } of refused) {
    const wait = headers.get('retry-after');
    expect(Number(wait)).toBeGreaterThanOrEqual(1);
    expect(Number(wait)).toBeLessThanOrEqual(60);
    expect(body).toEqual({
      error: 'rate_limited',
      message:
        `The limit of 40 requests per minute is reached. Try again in ${wait} seconds. ` +
        'The operator changes the limit of the plan: ./kurir plan set.',
    });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['40', '0']);
  }
});

test('with 50 messages left, exactly 50 of 200 parallel requests are accepted', async () => {
  const { account, send } = await shop({ monthly_quota: 60 });
  await atOnce(10, (n) => send(n, `earlier-${n}`));

  const answers = await atOnce(200, send);

  expect(withStatus(answers, 202)).toHaveLength(50);
  const refused = withStatus(answers, 402);
  expect(refused.map(({ body }) => body.error)).toEqual(Array(150).fill('quota_exceeded'));
  expect(await messagesOf(account.id)).toBe(60);
  expect((await usageOf(account.id)).messages_sent).toBe(60);
});

test('100 parallel requests with one key are one message, one unit of quota and 100 equal answers', async () => {
  const { account, send } = await shop({ monthly_quota: 1 });

  const answers = await atOnce(100, (n) => send(n, 'order'));

  expect(withStatus(answers, 202)).toHaveLength(100);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(99);
  expect(answers.filter(({ headers }) => headers.has('idempotency-mismatch'))).toEqual([]);
  expect(await messagesOf(account.id)).toBe(1);
  expect((await usageOf(account.id)).messages_sent).toBe(1);
});

test('ids rise in the order of acceptance over all processes, and tell nothing of other accounts', async () => {
  const [one, other] = [await shop(), await shop()];
  const rounds: number[][] = [];

  for (let round = 0; round < 5; round += 1) {
    const [answers] = await Promise.all([
      atOnce(20, (n) => one.send(n, `order-${round}-${n}`)),
      atOnce(20, (n) => other.send(n + 1, `order-${round}-${n}`)),
    ]);
    rounds.push(answers.map(({ body }) => body.id).sort((a, b) => a - b));
  }

  expect(rounds.flat()).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

test('calls to all processes add up, refused ones and the asking one included', async () => {
  const { account, call } = await shop();
  await atOnce(20, (n) => call(gateways[n % 4], n % 2 ? '/v1/usage' : '/v1/messages/999999999'));
  await until(async () => (await usageOf(account.id)).api_calls === 20, {
    what: 'the count of every process',
  });

  const { body } = await call(gateways[0], '/v1/usage');

  expect(body.api_calls).toBe(21);
});

test('a process that stops right after its calls loses none of them', async () => {
  const { account, call } = await shop();
  await atOnce(40, (n) => call(gateways[n % 4], '/v1/messages/999999999'));

  for (const { child } of gateways) child.kill('SIGTERM');
  const ends = await Promise.all(gateways.map(({ ended }) => ended));

  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect((await usageOf(account.id)).api_calls).toBe(40);
});
