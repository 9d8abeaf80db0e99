import type { FastifyRequest } from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { type Customer, openService } from '../../../../test/harness/service.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { DAY, SECOND } from '../../lib/clock.ts';
import type { Answer } from '../../lib/http/answer-lines.ts';
import { openRequestRecorder } from './recorder.ts';
import { deleteOldRequests, listRequests } from './request-log.ts';
import { ListRequests, MAX_KEPT, MAX_LISTED_ERRORS, MAX_LISTED_SUCCESSES, MAX_PATH } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

const listed = async (shop: Customer, query = '') =>
  (await shop.api('GET', `/v1/requests${query}`)).body.data;

/** A recorder whose statements are counted and can fail. */
function openRecorder() {
  const state = { statements: 0, isBroken: false };
  const db = watchStatements(ctx.db, () => {
    state.statements += 1;
    if (state.isBroken) throw new Error('no database');
  });
  const recorder = openRequestRecorder({ ...ctx, db });
  onTestFinished(() => recorder.close());
  const note = (account_id: number, change: Partial<Answer> & { url?: string } = {}, times = 1) => {
    const { url = '/v1/devices', ...rest } = change;
    const request = { url, problem: null, clientAddress: '203.0.113.9', headers: {} };
    const answer = {
      request_id: 'r',
      account_id,
      key_id: 'k',
      method: 'GET',
      route: '/v1/x',
      status: 200,
      ms: 1,
    };
    for (let n = 0; n < times; n += 1) {
      // The recorder reads these fields of a request alone.
      recorder.note(request as unknown as FastifyRequest, { ...answer, code: undefined, ...rest });
    }
  };
  return { recorder, note, state };
}

const rowsOf = async (accountId: number, filter: Record<string, string> = {}) =>
  (await listRequests(ctx, accountId, ListRequests.parse({ per_page: '200', ...filter }))).requests;

test.each(['path', 'key_id', 'request_id'])('a NUL in the filter %s is a field error', async (name) => {
  const shop = await service.customer();

  const answer = await shop.api('GET', `/v1/requests?${name}=%00`);

  expect(answer).toMatchObject({ status: 422, body: { errors: { [name]: [expect.any(String)] } } });
});

test('a developer finds a call by the request id of its answer, with the reason of a 422', async () => {
  const shop = await service.customer();
  const agent = { 'user-agent': 'toko/1.0' };
  await shop.send({ to: '', device_uuid: '' }, { ...agent, 'x-request-id': 'order-17' });
  const read = await shop.api('GET', '/v1/devices?label=Rahasia&page=2', undefined, agent);

  await expect.poll(() => listed(shop, '?path=/v1/devices'), { timeout: 10_000 }).toHaveLength(1);
  const [found] = await listed(shop, '?request_id=order-17');
  const [device] = await listed(shop, '?path=/v1/devices');

  const common = {
    ...{ id: expect.any(Number), at: ctx.now().toISOString(), duration_ms: expect.any(Number), unlisted: 0 },
    ...{
      api_key: { id: shop.apiKey.split('_')[1], name: 'k' },
      address: '127.0.0.1',
      user_agent: 'toko/1.0',
    },
  };
  expect(found).toEqual({
    ...{ ...common, request_id: 'order-17', method: 'POST', route: '/v1/messages', path: '/v1/messages' },
    ...{ status: 422, error: 'field_errors', message: 'device_uuid: is required; to: is required' },
  });
  expect(device).toEqual({
    ...{ ...common, request_id: read.headers['x-request-id'], method: 'GET', route: '/v1/devices' },
    ...{ path: '/v1/devices?label&page', status: 200, error: null, message: null },
  });
});

test('every filter leaves what it names, and pages continue without a gap', async () => {
  const { id } = await insertAccount(ctx);
  const { recorder, note } = openRecorder();
  note(id, { request_id: 'one' });
  note(id, { request_id: 'two', status: 404, code: 'device_not_found', url: '/v1/devices/x' });
  note(id, { request_id: 'three', status: 503, code: 'service_unavailable', method: 'POST' });
  ctx.clock.advance(SECOND);
  note(id, { request_id: 'four', key_id: 'other' });
  await recorder.flush();
  const found = async (filter: Record<string, string>) =>
    (await rowsOf(id, filter)).map(({ request_id }) => request_id).toSorted();

  expect(await found({})).toEqual(['four', 'one', 'three', 'two']);
  expect(await found({ outcome: 'success' })).toEqual(['four', 'one']);
  expect(await found({ outcome: 'error' })).toEqual(['three', 'two']);
  expect(await found({ outcome: '4xx' })).toEqual(['two']);
  expect(await found({ outcome: '5xx' })).toEqual(['three']);
  expect(await found({ code: 'device_not_found' })).toEqual(['two']);
  expect(await found({ method: 'POST' })).toEqual(['three']);
  expect(await found({ path: '/v1/devices/' })).toEqual(['two']);
  expect(await found({ key_id: 'other' })).toEqual(['four']);
  expect(await found({ request_id: 'one' })).toEqual(['one']);
  expect(await found({ since: ctx.now().toISOString() })).toEqual(['four']);
  const first = await listRequests(ctx, id, ListRequests.parse({ per_page: '3' }));
  const { requests, next } = await listRequests(ctx, id, {
    ...ListRequests.parse({ per_page: '3' }),
    cursor: first.next ?? undefined,
  });
  expect(new Set([...first.requests, ...requests].map((each) => each.request_id)).size).toBe(4);
  expect(next).toBeNull();
});

test('a busy account costs one statement a second; the rest is counted, and others lose nothing', async () => {
  const [busy, calm] = [(await insertAccount(ctx)).id, (await insertAccount(ctx)).id];
  const { recorder, note, state } = openRecorder();
  note(busy, {}, 1_214);
  note(busy, { status: 429, code: 'rate_limited' }, 600);
  note(calm, {}, 3);

  await recorder.flush();

  expect(state.statements).toBe(1);
  const unlisted = (await rowsOf(busy)).map(({ status, unlisted }) => [status, unlisted]);
  expect(unlisted).toHaveLength(MAX_LISTED_ERRORS + MAX_LISTED_SUCCESSES);
  expect(unlisted.filter(([, count]) => count !== 0).toSorted()).toEqual([
    [200, 1_214 - MAX_LISTED_SUCCESSES],
    [429, 600 - MAX_LISTED_ERRORS],
  ]);
  expect((await rowsOf(calm)).map((row) => row.unlisted)).toEqual([0, 0, 0]);
});

test('many accounts at once share the rows, and each keeps its newest count', async () => {
  const { recorder, note } = openRecorder();
  const accounts = Array.from({ length: 300 }, (_, n) => 9_000_000 + n);
  for (const account of accounts) note(account, { status: 500 }, 5);

  await recorder.flush();

  for (const account of [accounts[0], accounts.at(-1)])
    expect(await rowsOf(account ?? 0)).toMatchObject([{ status: 500, unlisted: 4 }]);
});

test('a call of staff, a call without a proven key, and a write that failed leave no row', async () => {
  const { id } = await insertAccount(ctx);
  const { recorder, note, state } = openRecorder();
  note(id, { key_id: undefined, user_id: 'u' });
  note(id, { account_id: undefined, key_id: undefined });
  await recorder.flush();
  expect(state.statements).toBe(0);
  note(id);
  state.isBroken = true;
  await recorder.flush();
  state.isBroken = false;

  note(id, { request_id: 'later' });
  await recorder.flush();

  expect(await rowsOf(id)).toMatchObject([{ request_id: 'later' }]);
});

test('a row has no key, no value of a parameter and no long text', async () => {
  const shop = await service.customer();
  const { recorder, note } = openRecorder();
  const key = shop.apiKey;

  note(shop.account.id, { url: `/v1/${key}?to=081234567890&${key}&body=Rahasia` });
  note(shop.account.id, { url: `/v1/${'x'.repeat(9_000)}` });
  await recorder.flush();

  const rows = await rowsOf(shop.account.id);
  expect(rows.map(({ path }) => path.length).toSorted()).toEqual([expect.any(Number), MAX_PATH]);
  for (const secret of [key.slice(6), '081234567890', 'Rahasia'])
    expect(JSON.stringify(rows)).not.toContain(secret);
  expect(rows.find(({ path }) => path.includes('body'))?.path).toBe('/v1/kurir_…?to&kurir_…&body');
});

test('an account keeps its newest 10,000 calls of seven days', async () => {
  const [full, old] = [(await insertAccount(ctx)).id, (await insertAccount(ctx)).id];
  const fill = (accountId: number, count: number, ageMs: number) =>
    ctx.pool.query(
      `insert into request_log (account_id, happened_at, request_id, method, path, status, duration_ms, key_id,
         address, unlisted)
       select $1, $2::timestamptz - n * interval '1 ms', n, 'GET', '/v1/devices', 200, 1, 'k', '::1', 0
       from generate_series(1, $3::int) n`,
      [accountId, new Date(ctx.now().getTime() - ageMs), count],
    );
  await fill(full, MAX_KEPT + 1_500, 0);
  await fill(old, 3, 7 * DAY);
  await fill(old, 2, 6 * DAY);

  const deleted = await deleteOldRequests(ctx);

  expect(deleted).toBe(1_500 + 3);
  const counts = await ctx.pool.query(
    `select count(*)::int as count, max(request_id::int) as last from request_log
     where account_id = any ($1) group by account_id`,
    [[full, old]],
  );
  expect(counts.rows.toSorted((one, other) => one.count - other.count)).toEqual([
    { count: 2, last: 2 },
    { count: MAX_KEPT, last: MAX_KEPT },
  ]);
});
