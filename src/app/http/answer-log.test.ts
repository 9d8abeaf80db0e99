import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { createKey } from '../../platform/accounts/key.ts';

const PHONE = '081234567890';
const TEXT = 'Rahasia';
const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
const ctx = await testContext({ parts: { log }, cleanup: afterAll });
const service = await openService(ctx);

async function shop(rate_per_minute = 100_000) {
  const customer = await service.customer({ rate_per_minute });
  const caller = { account_id: customer.account.id, key_id: customer.apiKey.split('_')[1] };
  return { ...customer, caller };
}

/** The line of the answer with this id. */
const lineOf = (headers: Record<string, unknown>) =>
  lines.find(({ msg, request_id }) => msg === 'http.answered' && request_id === headers['x-request-id']);

test.each([
  ['an accepted message', {}, {}, 202, undefined],
  ['wrong fields', { type: 'poll' }, {}, 422, 'field_errors'],
  ['a wrong number', { to: '12' }, {}, 422, 'invalid_phone'],
  ['no key of the message', {}, { 'idempotency-key': '' }, 422, 'idempotency_key_required'],
  ['a foreign device', { device_uuid: '11111111-1111-4111-8111-111111111111' }, {}, 404, 'device_not_found'],
])('POST /v1/messages, %s: a line with request id, account, key, status and code', async (...row) => {
  const [, body, headers, status, code] = row;
  const { send, caller } = await shop();

  const answer = await send({ body: TEXT, ...body }, headers);

  expect(answer.status).toBe(status);
  const call = { method: 'POST', route: '/v1/messages' };
  expect(lineOf(answer.headers)).toEqual({
    ...{ ...caller, ...call, status, ...(code && { code }), ms: expect.any(Number) },
    ...{ request_id: answer.headers['x-request-id'], msg: 'http.answered' },
    ...{ level: 30, time: expect.any(Number), pid: process.pid, hostname: expect.any(String) },
  });
});

test('a request above the rate limit is found by its id', async () => {
  const { send, caller } = await shop(1);
  await send();

  const answer = await send({}, { 'x-request-id': 'ticket-4711' });

  expect(answer.status).toBe(429);
  expect(lineOf(answer.headers)).toMatchObject({
    ...{ ...caller, request_id: 'ticket-4711', status: 429, code: 'rate_limited' },
  });
});

test.each([
  ['a list', 'GET', '/v1/devices', 200, '/v1/devices', undefined],
  ['a missing message', 'GET', '/v1/messages/62812345678', 404, '/v1/messages/:id', 'message_not_found'],
  ['an unknown address', 'GET', '/v1/nowhere/62812345678?token=abc', 404, undefined, 'not_found'],
  ['a wrong method', 'PUT', '/v1/messages', 405, undefined, 'method_not_allowed'],
  ['a bad spelling', 'GET', '/v1/messages/%', 404, undefined, 'not_found'],
])('%s: the line has the pattern of the address', async (_name, method, path, status, route, code) => {
  const { api } = await shop();

  const answer = await api(method, path);

  expect(answer.status).toBe(status);
  expect(lineOf(answer.headers)).toMatchObject({ method, status, ...(route && { route }) });
  expect(lineOf(answer.headers)?.code).toBe(code);
});

test('only a proven key is named: not a claimed one', async () => {
  const { api, apiKey, caller } = await shop();
  const wrong = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`;
  const account = await insertAccount(ctx);
  const elsewhere = await createKey(ctx, {
    ...{ accountId: account.id, name: 'k', scope: 'full', expiresAt: null },
    allowedAddresses: ['192.0.2.1'],
  });
  const withKey = (key: string) => api('GET', '/v1/devices', undefined, { authorization: `Bearer ${key}` });

  const good = await withKey(apiKey);
  const unproven = await withKey(wrong);
  const outside = await withKey(elsewhere.api_key);

  expect(lineOf(good.headers)).toMatchObject(caller);
  expect(lineOf(unproven.headers)).toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect(lineOf(unproven.headers)).not.toHaveProperty('key_id');
  expect(lineOf(outside.headers)).toMatchObject({
    ...{ status: 403, code: 'address_not_allowed' },
    ...{ account_id: account.id, key_id: elsewhere.key_id },
  });
});

test('no line has a key, a number or a text, also when they come as request id', async () => {
  const { send, apiKey } = await shop();
  const before = lines.length;

  await send({ body: TEXT, to: PHONE }, { 'x-request-id': apiKey });
  await send(
    { body: TEXT, to: PHONE, type: TEXT, [TEXT]: 1 },
    { 'x-request-id': `a\tb","level":60,"x":"${TEXT}` },
  );
  await send({ body: TEXT, to: `${PHONE}${PHONE}` });

  const text = JSON.stringify(lines.slice(before));
  expect(lines.length - before).toBe(3);
  for (const secret of [apiKey, apiKey.slice(-27), TEXT, PHONE.slice(1)]) expect(text).not.toContain(secret);
  expect(lines.slice(before).map(({ level }) => level)).toEqual([30, 30, 30]);
});
