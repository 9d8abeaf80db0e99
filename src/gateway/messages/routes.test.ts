import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { withinOneMinute } from '../../../test/harness/minute.ts';
import { noTemplates } from '../../../test/harness/no-templates.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { setStatus } from '../../platform/accounts/account.ts';
import { registerAuth } from '../../platform/accounts/auth.ts';
import { createKey } from '../../platform/accounts/key.ts';
import type { Plan, Scope } from '../../platform/accounts/schema.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { messageRoutes } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: silentLog, bodyLimit: 256 * 1024 });
registerAuth(http, ctx, { onCall: () => {} });
messageRoutes(http, ctx, noTemplates);
await http.ready();

async function shop(plan: Partial<Plan> = {}, scope: Scope = 'full') {
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account);
  const { api_key } = await createKey(ctx, { accountId: account.id, name: 'k', scope, expiresAt: null });
  const good = { device_uuid: device.device_uuid, to: '081234567890', body: 'Halo' };
  const send = (payload: unknown, headers: Record<string, string> = { 'idempotency-key': 'order-1' }) =>
    http.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const get = (id: unknown) =>
    http.inject({ url: `/v1/messages/${id}`, headers: { authorization: `Bearer ${api_key}` } });
  return { account, device, good, send, get };
}

test('a good request answers 202 with exactly the documented fields, and GET the same', async () => {
  const { good, send, get } = await shop();

  const answer = await send(good);

  expect(answer.statusCode).toBe(202);
  expect(answer.json()).toEqual({
    id: expect.any(Number),
    status: 'queued',
    wa_message_id: null,
    direction: 'out',
    type: 'text',
    created_at: ctx.now().toISOString(),
  });
  expect((await get(answer.json().id)).json()).toEqual(answer.json());
});

test('a replay says so, and says when it was another request', async () => {
  const { good, send } = await shop();
  const first = await send(good);

  const same = await send(good);
  const other = await send({ ...good, body: 'Lain' });

  expect([same.json().id, other.json().id]).toEqual([first.json().id, first.json().id]);
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  expect(same.headers['idempotency-replayed']).toBe('true');
  expect(same.headers).not.toHaveProperty('idempotency-mismatch');
  expect(other.headers['idempotency-mismatch']).toBe('true');
});

test.each([
  ['broken JSON', '{"to":', 400, 'invalid_json'],
  ['a short number', { to: '12-34' }, 422, 'invalid_phone'],
  ['a number of 16 digits', { to: '6281234567890123' }, 422, 'invalid_phone'],
  ['endless digits', { to: `62${'8'.repeat(20_000)}` }, 422, 'invalid_phone'],
  ['a business-scoped id', { to: 'ID.1234567890' }, 422, 'invalid_phone'],
  ['a group, on a device without groups', { to: '120363041234567@g.us' }, 422, 'groups_off'],
  ['a hidden number', { to: '6281234567890@lid' }, 422, 'invalid_phone'],
  ['a list', { to: '6281234567890@broadcast' }, 422, 'invalid_phone'],
  ['a channel', { to: '120363041234567@newsletter' }, 422, 'invalid_phone'],
  ['an unknown device', { device_uuid: '11111111-1111-4111-8111-111111111111' }, 404, 'device_not_found'],
  ['a device that is no uuid', { device_uuid: 'kasir' }, 404, 'device_not_found'],
])('%s is refused', async (_name, change, status, error) => {
  const { good, send } = await shop();

  const answer = await send(typeof change === 'string' ? change : { ...good, ...change });

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ error, message: expect.any(String) });
});

test.each([
  ['no body', { body: undefined }, 'body'],
  ['an empty body', { body: ' ' }, 'body'],
  ['NUL in the body', { body: 'a\0b' }, 'body'],
  ['half a character in the body', { body: '\ud800' }, 'body'],
  ['NUL in the number', { to: '0812\u00005678' }, 'to'],
  ['a number that is a number', { to: 6281234567890 }, 'to'],
  ['no number', { to: '' }, 'to'],
  ['no device', { device_uuid: undefined }, 'device_uuid'],
  ['a media address that is no text', { media_url: 5 }, 'media_url'],
  ['NUL in the media address', { media_url: 'a\u0000' }, 'media_url'],
  ['a type that is not there', { type: 'carrier_pigeon' }, 'type'],
])('%s is a field error', async (_name, change, field) => {
  const { good, send } = await shop();

  const answer = await send({ ...good, ...change });

  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
});

test('a body that nests without end is a field error', async () => {
  const { send } = await shop();

  const answer = await send(`{"x":${'['.repeat(5000)}${']'.repeat(5000)}}`);

  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toHaveProperty('body');
});

test.each([
  ['missing', {}, 'idempotency_key_required'],
  ['empty', { 'idempotency-key': '' }, 'idempotency_key_required'],
])('a key that is %s is required, before the body is looked at', async (_name, headers, error) => {
  const { send } = await shop();

  const answer = await send('{"to":', headers);

  expect(answer.statusCode).toBe(422);
  expect(answer.json().error).toBe(error);
});

test('a key beyond 255 characters is a field error', async () => {
  const { good, send } = await shop();

  const answer = await send(good, { 'idempotency-key': 'k'.repeat(256) });

  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toHaveProperty('Idempotency-Key');
});

test('every answer tells limit and rest; over the limit it tells the wait, and nothing is stored', async () => {
  const { account, answers } = await withinOneMinute(ctx, async () => {
    const { account, good, send } = await shop({ rate_per_minute: 2 });
    return { account, answers: [await send(good), await send({}, {}), await send(good)] };
  });

  const refused = answers.find((answer) => answer.statusCode === 429);
  expect(answers.every((answer) => answer.headers['x-ratelimit-limit'] === '2')).toBe(true);
  expect(refused?.json()).toEqual({
    error: 'rate_limited',
    message: expect.stringMatching(/2 requests.*\d+ seconds/),
  });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  const stored = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select('id')
    .where('account_id', '=', account.id)
    .execute();
  expect(stored).toHaveLength(1);
});

test('what cannot be read counts, and beyond the limit it is refused for that alone', async () => {
  const large = 'x'.repeat(300 * 1024);

  const { within, beyond } = await withinOneMinute(ctx, async () => {
    const { send } = await shop({ rate_per_minute: 4 });
    const bad = [() => send('{"to":'), () => send('[]'), () => send(large), () => send('{}', {})];
    const all = async () => {
      const answers = [];
      for (const each of bad) answers.push(await each());
      return answers;
    };
    return { within: await all(), beyond: await all() };
  });

  expect(within.map((answer) => [answer.statusCode, answer.headers['x-ratelimit-remaining']])).toEqual([
    [400, '3'],
    [422, '2'],
    [413, '1'],
    [422, '0'],
  ]);
  expect(beyond.map((answer) => answer.json().error)).toEqual(Array(4).fill('rate_limited'));
});

test('a key that may not send and an account that is suspended get their limit too', async () => {
  const reader = await shop({ rate_per_minute: 7 }, 'read');
  const suspended = await shop({ rate_per_minute: 7 });
  await setStatus(ctx, suspended.account.id, 'suspended');

  const answers = [await reader.send(reader.good), await suspended.send(suspended.good)];

  expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
    [403, 'insufficient_scope'],
    [403, 'account_inactive'],
  ]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '7', 'x-ratelimit-remaining': '7' });
  }
});

test.each(['0', '-1', '1.5', 'abc', '9'.repeat(30), '1e3'])('message %s does not exist', async (id) => {
  const { get } = await shop();

  const answer = await get(id);

  expect(answer.statusCode).toBe(404);
  expect(answer.json().error).toBe('message_not_found');
});

test("another account's message reads as missing", async () => {
  const mine = await shop();
  const theirs = await shop();
  const { id } = (await theirs.send(theirs.good)).json();

  expect((await mine.get(id)).json().error).toBe('message_not_found');
});
