import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openTransaction } from '../../../../test/harness/transaction.ts';
import { until } from '../../../../test/harness/until.ts';
import { HOUR, MINUTE } from '../../lib/clock.ts';
import { createHttp } from '../../lib/http/http.ts';
import { setStatus } from '../account.ts';
import { registerAuth } from '../auth.ts';
import { createKey, listKeys, revokeKey } from '../key.ts';
import type { Scope } from '../schema.ts';
import { apiKeyRoutes } from './routes.ts';
import { MAX_DEAD_KEYS, MAX_LIVING_KEYS } from './schema.ts';

const WITHIN_MS = 999;
const ctx = await testContext({ cleanup: afterAll });

function server() {
  const http = createHttp({ log: ctx.log, bodyLimit: 64 * 1024 });
  registerAuth(http, ctx, { onCall: () => {} });
  apiKeyRoutes(http, ctx);
  afterAll(() => http.close());
  return http;
}
const [http, secondProcess] = [server(), server()];

type Method = 'GET' | 'POST' | 'DELETE';

function callerWith(api_key: string, remoteAddress = '203.0.113.7') {
  return async (method: Method, url: string, payload?: object, process = http) => {
    const headers = { authorization: `Bearer ${api_key}` };
    const answer = await process.inject({ method, url, headers, remoteAddress, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
}

interface Bounds {
  scope?: Scope;
  expiresAt?: Date | null;
  allowedAddresses?: string[];
}

/** A new account, and a caller with its key. */
async function scene({ scope = 'full', expiresAt = null, allowedAddresses = [] }: Bounds = {}) {
  const account = await insertAccount(ctx);
  const key = await createKey(ctx, {
    accountId: account.id,
    name: 'first',
    scope,
    expiresAt,
    allowedAddresses,
  });
  return { account, key, call: callerWith(key.api_key) };
}

const wish = { name: 'Web shop', scope: 'send' };
const inFuture = (ms: number) => new Date(ctx.now().getTime() + ms);

test('a created key is shown once, and works with its scope', async () => {
  const { account, key, call } = await scene();
  const expires_at = inFuture(HOUR).toISOString();

  const made = await call('POST', '/v1/api-keys', {
    ...wish,
    expires_at,
    allowed_addresses: ['203.0.113.0/24', '2001:DB8:0::/32', '203.0.113.0/24'],
  });
  const listed = await call('GET', '/v1/api-keys');
  const withIt = await callerWith(made.body.api_key)('GET', '/v1/api-keys');

  expect(made.status).toBe(201);
  const { api_key, ...shown } = made.body;
  expect(shown).toEqual({
    ...wish,
    id: expect.stringMatching(/^[0-9A-Za-z]{11}$/),
    created_at: ctx.now().toISOString(),
    expires_at,
    allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'],
  });
  expect(api_key).toMatch(new RegExp(`^kurir_${shown.id}_[0-9A-Za-z]{27}$`));
  expect(listed.status).toBe(200);
  expect(listed.body.data).toContainEqual({
    ...shown,
    revoked_at: null,
    last_used_at: null,
    last_used_address: null,
    created_by: { type: 'api_key', id: key.key_id },
    user: null,
  });
  expect(JSON.stringify(listed.body)).not.toContain(api_key.split('_')[2]);
  expect([withIt.status, withIt.body.error]).toEqual([403, 'insufficient_scope']);
  expect(await listKeys(ctx.db, account.id)).toHaveLength(2);
});

test.each(['read', 'send'] as const)('a key of scope %s sees, makes and revokes no key', async (scope) => {
  const { account, key, call } = await scene({ scope });

  const answers = [
    await call('GET', '/v1/api-keys'),
    await call('POST', '/v1/api-keys', wish),
    await call('DELETE', `/v1/api-keys/${key.key_id}`),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [403, 'insufficient_scope']),
  );
  expect(await listKeys(ctx.db, account.id)).toMatchObject([{ revoked_at: null }]);
});

test.each([
  [{}, ['name', 'scope']],
  [{ ...wish, name: ' ' }, ['name']],
  [{ ...wish, name: 'x'.repeat(256) }, ['name']],
  [{ ...wish, scope: 'admin' }, ['scope']],
  [{ ...wish, expires_at: 'tomorrow' }, ['expires_at']],
  [{ ...wish, expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
  [{ ...wish, allowed_addresses: 'all' }, ['allowed_addresses']],
  [{ ...wish, allowed_addresses: Array(51).fill('10.0.0.1') }, ['allowed_addresses']],
  [
    {
      ...wish,
      allowed_addresses: ['10.0.0.1/8', 'x', '', '10.0.0.0/33', 'fe80::1%eth0', '010.0.0.1', '1'.repeat(999)],
    },
    [0, 1, 2, 3, 4, 5, 6].map((n) => `allowed_addresses.${n}`),
  ],
])('wrong fields make no key: %j', async (body, fields) => {
  const { account, call } = await scene();

  const answer = await call('POST', '/v1/api-keys', body);

  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(fields);
  expect(await listKeys(ctx.db, account.id)).toHaveLength(1);
});

test('a chain of keys stays within the bounds of the first one', async () => {
  const expiresAt = inFuture(HOUR);
  const { call } = await scene({ expiresAt, allowedAddresses: ['203.0.113.0/24'] });
  const full = { name: 'child', scope: 'full' };
  const child = await call('POST', '/v1/api-keys', full);
  const callAsChild = callerWith(child.body.api_key);

  const grandchild = await callAsChild('POST', '/v1/api-keys', {
    ...full,
    expires_at: null,
    allowed_addresses: [],
  });
  const looser = await callAsChild('POST', '/v1/api-keys', {
    ...full,
    expires_at: new Date(expiresAt.getTime() + 1).toISOString(),
    allowed_addresses: ['0.0.0.0/0'],
  });
  const elsewhere = await callerWith(grandchild.body.api_key, '198.51.100.1')('GET', '/v1/api-keys');

  for (const { body } of [child, grandchild]) {
    expect(body).toMatchObject({
      expires_at: expiresAt.toISOString(),
      allowed_addresses: ['203.0.113.0/24'],
    });
  }
  expect(Object.keys(looser.body.errors)).toEqual(['expires_at', 'allowed_addresses.0']);
  expect([elsewhere.status, elsewhere.body.error]).toEqual([403, 'address_not_allowed']);
});

test('a key can exclude the address of its creator', async () => {
  const { call } = await scene();

  const made = await call('POST', '/v1/api-keys', {
    name: 'k',
    scope: 'full',
    allowed_addresses: ['10.0.0.1'],
  });
  const here = await callerWith(made.body.api_key)('GET', '/v1/api-keys');
  const there = await callerWith(made.body.api_key, '::ffff:10.0.0.1')('GET', '/v1/api-keys');

  expect([made.status, here.status, there.status]).toEqual([201, 403, 200]);
});

test('a revocation is repeatable, and applies within a second on every process', async () => {
  const { account, call } = await scene();
  const { body: made } = await call('POST', '/v1/api-keys', { ...wish, scope: 'full' });
  const withIt = callerWith(made.api_key);
  const before = await withIt('GET', '/v1/api-keys', undefined, secondProcess);

  const first = await call('DELETE', `/v1/api-keys/${made.id}`);
  ctx.clock.advance(WITHIN_MS);
  const again = await call('DELETE', `/v1/api-keys/${made.id}`);
  const after = [
    await withIt('GET', '/v1/api-keys'),
    await withIt('GET', '/v1/api-keys', undefined, secondProcess),
  ];

  const revoked_at = new Date(ctx.now().getTime() - WITHIN_MS).toISOString();
  expect(first).toEqual({ status: 200, body: { id: made.id, revoked_at } });
  expect(again).toEqual(first);
  expect([before, ...after].map(({ status }) => status)).toEqual([200, 401, 401]);
  const list = await listKeys(ctx.db, account.id);
  expect(list.find(({ id }) => id === made.id)?.revoked_at?.toISOString()).toBe(revoked_at);
});

test('the audit log names the key that created or revoked a key, and its address', async () => {
  const { account, key, call } = await scene();
  const list = Array.from({ length: 50 }, (_, n) => `203.0.113.${n}`);

  const made = await call('POST', '/v1/api-keys', { ...wish, allowed_addresses: list });
  await call('POST', '/v1/api-keys', { ...wish, scope: 'admin' });
  for (const id of [made.body.id, made.body.id, 'zzzzzzzzzzz']) await call('DELETE', `/v1/api-keys/${id}`);

  const by = { actor: 'api_key', actor_id: key.key_id, address: '203.0.113.7', target: made.body.id };
  const [, ...entries] = await auditEntries(ctx, account.id);
  expect(entries).toEqual([
    {
      ...by,
      account_id: account.id,
      action: 'key.created',
      detail: { ...wish, expires_at: null, allowed_addresses: list },
    },
    { ...by, account_id: account.id, action: 'key.revoked', detail: {} },
  ]);
  expect(JSON.stringify(entries)).not.toContain(made.body.api_key.split('_')[2]);
});

test('the calling key can revoke itself, also as the last key of the account', async () => {
  const { account, key, call } = await scene();

  const answer = await call('DELETE', `/v1/api-keys/${key.key_id}`);
  ctx.clock.advance(WITHIN_MS);
  const after = await call('GET', '/v1/api-keys');

  expect([answer.status, after.status]).toEqual([200, 401]);
  expect(await listKeys(ctx.db, account.id)).toMatchObject([{ revoked_at: expect.any(Date) }]);
});

test('a foreign key, an unknown one and text that is no id are not found', async () => {
  const { call } = await scene();
  const foreign = await scene();
  const ids = [foreign.key.key_id, 'zzzzzzzzzzz', 'x', foreign.key.api_key, '%00', '%ED%A0%80'];

  const answers = await Promise.all(ids.map((id) => call('DELETE', `/v1/api-keys/${id}`)));

  const missing = answers.slice(0, 5).map(({ status, body }) => [status, body.error]);
  expect(missing).toEqual(missing.map(() => [404, 'api_key_not_found']));
  expect(answers[5]?.status).toBe(404);
  expect(await listKeys(ctx.db, foreign.account.id)).toMatchObject([{ revoked_at: null }]);
});

/** Waits until a statement waits for a lock. */
function blocked(): Promise<unknown> {
  return until(async () => {
    const { rows } = await ctx.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
}

test.each([
  ['creates', 'POST', () => '/v1/api-keys', 'full'],
  ['revokes', 'DELETE', (other: string) => `/v1/api-keys/${other}`, undefined],
] as const)('a key that is revoked meanwhile %s no key', async (_name, method, urlOf, scope) => {
  const { account, key, call } = await scene();
  const accountId = account.id;
  const other = await createKey(ctx, { accountId, name: 'other', scope: 'full', expiresAt: null });
  // The key is in the cache of the process.
  await call('GET', '/v1/api-keys');
  const revocation = await openTransaction(ctx.db);
  await revokeKey({ ...ctx, db: revocation.tx }, key.key_id);

  const calling = call(method, urlOf(other.key_id), scope && { name: 'k', scope });
  await blocked();
  await revocation.commit();
  const answer = await calling;

  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_api_key']);
  const living = (await listKeys(ctx.db, accountId)).filter(({ revoked_at }) => revoked_at === null);
  expect(living.map(({ id }) => id)).toEqual([other.key_id]);
});

test('two keys that revoke each other at once leave one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { account, key, call } = await scene();
    const accountId = account.id;
    const other = await createKey(ctx, { accountId, name: 'other', scope: 'full', expiresAt: null });

    const answers = await Promise.all([
      call('DELETE', `/v1/api-keys/${other.key_id}`),
      callerWith(other.api_key)('DELETE', `/v1/api-keys/${key.key_id}`),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const revoked = (await listKeys(ctx.db, accountId)).filter(({ revoked_at }) => revoked_at !== null);
    expect(revoked).toHaveLength(1);
  }
});

test('an account that is suspended meanwhile gets no key', async () => {
  const { account, call } = await scene();
  await call('GET', '/v1/api-keys');
  const suspension = await openTransaction(ctx.db);
  await setStatus({ ...ctx, db: suspension.tx }, account.id, 'suspended');

  const creating = call('POST', '/v1/api-keys', wish);
  await blocked();
  await suspension.commit();
  const answer = await creating;

  expect([answer.status, answer.body.error]).toEqual([403, 'account_inactive']);
  expect(await listKeys(ctx.db, account.id)).toHaveLength(1);
});

test('a key whose time has come since it was checked creates nothing', async () => {
  const { account, call } = await scene({ expiresAt: inFuture(MINUTE) });
  await call('GET', '/v1/api-keys');
  // The clock jumps between the check and the creation.
  const late = { ...ctx, now: () => inFuture(MINUTE) };
  const slow = createHttp({ log: ctx.log, bodyLimit: 1024 });
  registerAuth(slow, ctx, { onCall: () => {} });
  apiKeyRoutes(slow, late);

  const answer = await call('POST', '/v1/api-keys', wish, slow);
  await slow.close();

  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_api_key']);
  expect(await listKeys(ctx.db, account.id)).toHaveLength(1);
});

test('an account has at most a fixed number of living keys, also when many are created at once', async () => {
  const { account, call } = await scene();
  const accountId = account.id;
  const callers = [call];
  for (let n = 3; n < MAX_LIVING_KEYS; n += 1) {
    const { api_key } = await createKey(ctx, { accountId, name: 'k', scope: 'full', expiresAt: null });
    if (callers.length < 4) callers.push(callerWith(api_key));
  }
  const brief = inFuture(MINUTE);
  await createKey(ctx, { accountId, name: 'brief', scope: 'read', expiresAt: brief });
  // Each caller has its connection to the database.
  await Promise.all(callers.map((each) => each('GET', '/v1/api-keys')));

  const answers = await Promise.all(callers.map((each) => each('POST', '/v1/api-keys', wish)));
  ctx.clock.set(brief);
  const afterExpiry = await call('POST', '/v1/api-keys', wish);
  const full = await call('POST', '/v1/api-keys', wish);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  expect([afterExpiry.status, full.body.error]).toEqual([201, 'api_key_limit_reached']);
  expect(await listKeys(ctx.db, accountId)).toHaveLength(MAX_LIVING_KEYS + 1);
});

test('a creation forgets the oldest revoked keys', async () => {
  const { account, key, call } = await scene();
  const accountId = account.id;
  const dead: string[] = [];
  for (let n = 0; n < MAX_DEAD_KEYS + 2; n += 1) {
    const { key_id } = await createKey(ctx, { accountId, name: 'k', scope: 'read', expiresAt: null });
    ctx.clock.advance(1);
    await revokeKey(ctx, key_id);
    dead.push(key_id);
  }

  const made = await call('POST', '/v1/api-keys', wish);

  const left = (await listKeys(ctx.db, accountId)).map(({ id }) => id);
  expect(left.toSorted()).toEqual([key.key_id, ...dead.slice(2), made.body.id].toSorted());
});
