import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { type Json, readQr } from '../../../test/harness/shop.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { createAccount, getAccount } from '../../platform/accounts/account.ts';
import { registerAuth } from '../../platform/accounts/auth.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { putPairingCode } from './pairing/pairing.ts';
import { answerTypedCode } from './pairing/typed-code.ts';
import { putDemand } from './passkey/passkey.ts';
import { deviceRoutes } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
registerAuth(http, ctx, { onCall: () => {} });
deviceRoutes(http, ctx, async () => ({ outcome: 'unreachable' }));
await http.ready();
afterAll(() => http.close());

/** A new account that calls the API with its key. The plan starter allows one device. */
async function caller(plan: 'starter' | 'pro' = 'pro') {
  const { account_id, api_key } = await createAccount(ctx, { name: 'Toko', plan, kind: 'live' });
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object | string,
  ) => {
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
    const answer = await http.inject({
      method,
      url: `/v1/devices${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    });
    const { statusCode: status, headers: got, body: text } = answer;
    return { status, headers: got, body: answer.json() as Json, text };
  };
  const getQr = (uuid: string, accept: string) =>
    http.inject({
      url: `/v1/devices/${uuid}/qr`,
      headers: { authorization: `Bearer ${api_key}`, accept },
    });
  return { account: await getAccount(ctx.db, account_id), call, getQr };
}

const official = {
  engine: 'official_cloud',
  label: 'Resmi',
  official_phone_number_id: '106540352242922',
  official_access_token: 'EAAGsecretsecret',
};

test.each([
  ['without engine', { label: 'Kasir' }],
  ['with engine economy', { label: 'Kasir', engine: 'economy' }],
])('POST /v1/devices %s answers exactly device_uuid and status', async (_name, payload) => {
  const { call } = await caller();

  const { status, body } = await call('POST', '', payload);

  expect(status).toBe(201);
  expect(body).toEqual({
    device_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: 'provisioned',
  });
  expect((await call('GET', `/${body.device_uuid}`)).body).toMatchObject({ engine: 'economy' });
});

test.each([
  ['no label', { label: undefined }, 'label'],
  ['label empty', { label: '' }, 'label'],
  ['label blank', { label: ' \t' }, 'label'],
  ['label null', { label: null }, 'label'],
  ['label too long', { label: 'l'.repeat(256) }, 'label'],
  ['label with NUL', { label: 'a\0b' }, 'label'],
  ['an unknown engine', { engine: 'other' }, 'engine'],
  ['engine null', { engine: null }, 'engine'],
  ['engine is a number', { engine: 1 }, 'engine'],
])('refuses an economy device: %s', async (_name, change, field) => {
  const { call } = await caller();

  const { status, body } = await call('POST', '', { label: 'Kasir', ...change });

  expect(status).toBe(422);
  expect(body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
});

test.each([
  ['no label', { label: undefined }, 'label'],
  ['no number id', { official_phone_number_id: undefined }, 'official_phone_number_id'],
  ['number id empty', { official_phone_number_id: '' }, 'official_phone_number_id'],
  ['number id is a number', { official_phone_number_id: 106540352242922 }, 'official_phone_number_id'],
  ['number id with letters', { official_phone_number_id: '10654x' }, 'official_phone_number_id'],
  ['number id with a path', { official_phone_number_id: '1/../2' }, 'official_phone_number_id'],
  ['number id too long', { official_phone_number_id: '1'.repeat(33) }, 'official_phone_number_id'],
  ['no token', { official_access_token: undefined }, 'official_access_token'],
  ['token empty', { official_access_token: '' }, 'official_access_token'],
  ['token null', { official_access_token: null }, 'official_access_token'],
  ['token with a line break', { official_access_token: 'EAAG\r\nx: y' }, 'official_access_token'],
  ['token with a blank', { official_access_token: 'EAAG x' }, 'official_access_token'],
  ['token with NUL', { official_access_token: 'EAAG\0' }, 'official_access_token'],
  ['token too long', { official_access_token: 'E'.repeat(4097) }, 'official_access_token'],
  ['secret empty', { official_app_secret: '' }, 'official_app_secret'],
  ['secret with a blank', { official_app_secret: 'a b' }, 'official_app_secret'],
])('refuses an official cloud device: %s', async (_name, change, field) => {
  const { call } = await caller();

  const { status, body } = await call('POST', '', { ...official, ...change });

  expect(status).toBe(422);
  expect(body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
});

test('credentials that cannot be verified make no device, and the answer does not repeat them', async () => {
  const { call } = await caller();

  const { status, body, text } = await call('POST', '', official);

  expect([status, body.error]).toEqual([422, 'invalid_official_credentials']);
  expect(text).not.toContain(official.official_access_token);
  expect((await call('GET', '')).body.data).toEqual([]);
});

test('field errors come before the limit of devices, the limit before the credentials', async () => {
  const { call } = await caller('starter');
  const first = await call('POST', '', { label: 'Kasir' });

  const answers = [
    await call('POST', '', { label: '' }),
    await call('POST', '', { label: 'Kedua' }),
    await call('POST', '', { ...official, official_access_token: '' }),
    await call('POST', '', official),
  ];
  await call('DELETE', `/${first.body.device_uuid}`);
  const freed = await call('POST', '', { label: 'Kedua' });

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [422, undefined],
    [402, 'device_limit_reached'],
    [422, undefined],
    [402, 'device_limit_reached'],
  ]);
  expect(freed.status).toBe(201);
});

test('PATCH official-credentials asks which device it is before it looks at the body', async () => {
  const { account, call } = await caller();
  const stranger = await caller();
  const economy = await insertDevice(ctx, account);
  const cloud = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const released = await insertDevice(ctx, account, { engine: 'official_cloud' });
  await call('DELETE', `/${released.device_uuid}`);
  const foreign = await insertDevice(ctx, stranger.account, { engine: 'official_cloud' });
  const patch = async (uuid: string, payload: object | string = {}) => {
    const { status, body } = await call('PATCH', `/${uuid}/official-credentials`, payload);
    return [status, body.error ?? Object.keys(body.errors)];
  };

  expect(await patch('11111111-1111-4111-8111-111111111111')).toEqual([404, 'device_not_found']);
  expect(await patch('no-uuid')).toEqual([404, 'device_not_found']);
  expect(await patch('a%00b')).toEqual([404, 'device_not_found']);
  expect(await patch(foreign.device_uuid)).toEqual([404, 'device_not_found']);
  expect(await patch(released.device_uuid)).toEqual([404, 'device_not_found']);
  expect(await patch(economy.device_uuid)).toEqual([422, 'not_official_cloud_device']);
  expect(await patch(economy.device_uuid, '{')).toEqual([400, 'invalid_json']);
  expect(await patch(cloud.device_uuid)).toEqual([422, ['official_access_token']]);
  expect(await patch(cloud.device_uuid, { official_access_token: 'EAAG' })).toEqual([
    422,
    'invalid_official_credentials',
  ]);
});

test.each([
  ['a token that ends soon', { official_token_expires_at: 6 }, 'token_expires_soon'],
  ['a token that has just ended', { official_token_expires_at: -1 }, 'token_expires_soon'],
  ['a token that ends later', { official_token_expires_at: 8 }, null],
  ['a restriction beside it', { official_token_expires_at: 6, reason: 'restricted:spam' }, 'restricted:spam'],
  ['a disconnected device', { official_token_expires_at: 6, status: 'disconnected' as const }, null],
])('with %s the reason is the one that matters', async (_name, columns, reason) => {
  const { account, call } = await caller();
  const { id, device_uuid } = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const ends = new Date(ctx.now().getTime() + columns.official_token_expires_at * 86_400_000);
  const set = { ...columns, official_token_expires_at: ends };
  await tablesOf(ctx.db).updateTable('devices').set(set).where('id', '=', id).execute();

  const one = await call('GET', `/${device_uuid}`);
  const list = await call('GET', '');

  const shown = { reason, official_token_expires_at: ends.toISOString(), restricted_until: null };
  expect([one.body, list.body.data[0]]).toMatchObject([shown, shown]);
});

test('a device of the economy engine has a reason and an end of it, and no token', async () => {
  const { account, call } = await caller();
  const { id, device_uuid } = await insertDevice(ctx, account);
  const restricted_until = new Date(ctx.now().getTime() + 86_400_000);
  const set = { reason: 'restricted:new_chats', restricted_until };
  await tablesOf(ctx.db).updateTable('devices').set(set).where('id', '=', id).execute();

  const { body } = await call('GET', `/${device_uuid}`);

  expect(body).toMatchObject({ ...set, restricted_until: restricted_until.toISOString() });
  expect(body).not.toHaveProperty('official_token_expires_at');
});

test.each([
  ['connected', 409, 'already_connected'],
  ['disconnected', 422, 'qr_not_supported'],
] as const)('a %s official cloud device has no QR', async (status, code, error) => {
  const { account, call } = await caller();
  const { device_uuid } = await insertDevice(ctx, account, { engine: 'official_cloud', status });

  const answer = await call('GET', `/${device_uuid}/qr`);

  expect([answer.status, answer.body.error]).toEqual([code, error]);
  expect((await call('GET', `/${device_uuid}`)).body.status).toBe(status);
});

test('GET /v1/devices/{uuid}/qr sends the picture itself to callers that ask for it', async () => {
  const { account, getQr } = await caller();
  const device = await insertDevice(ctx, account, { status: 'provisioned' });
  const { device_uuid } = device;

  const early = await getQr(device_uuid, 'image/png');
  await putPairingCode(ctx, device.id, { code: '2@kode', validMs: 60_000 });
  const picture = await getQr(device_uuid, 'image/png');
  const json = await Promise.all(
    ['*/*', 'application/json', 'image/*'].map((each) => getQr(device_uuid, each)),
  );
  const stranger = await (await caller()).getQr(device_uuid, 'image/png');

  expect([early.statusCode, early.json()]).toEqual([202, { device_uuid, status: 'provisioned' }]);
  expect(picture.statusCode).toBe(200);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-store',
    vary: 'accept',
  });
  const dataUrl = `data:image/png;base64,${picture.rawPayload.toString('base64')}`;
  expect(readQr(dataUrl)).toBe('2@kode');
  for (const answer of json) {
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      ...{ device_uuid, status: 'provisioned', qr: dataUrl },
      valid_for_seconds: 60,
    });
  }
  expect([stranger.statusCode, stranger.json()]).toMatchObject([404, { error: 'device_not_found' }]);
});

test('POST /v1/devices/{uuid}/pairing-code answers 202, then the code that no cache keeps', async () => {
  const { account, call } = await caller();
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'provisioned' });
  const ask = (phone_number?: unknown) => call('POST', `/${device_uuid}/pairing-code`, { phone_number });

  const early = await ask('0811-0000-0001');
  const { rows } = await ctx.pool.query('select asked_at from device_typed_codes where device_id = $1', [id]);
  await answerTypedCode(ctx, id, rows[0].asked_at, { state: 'shown', code: '4K7QZ2XA', validMs: 90_000 });
  const ready = await ask('+62 811 0000 0001');
  const wrong = await Promise.all([ask(), ask('123'), ask(['6281100000001']), ask('1'.repeat(101))]);
  const stranger = await (await caller()).call('POST', `/${device_uuid}/pairing-code`, {
    phone_number: '6281100000001',
  });

  expect([early.status, early.body]).toEqual([202, { device_uuid, status: 'provisioned' }]);
  expect([ready.status, ready.body]).toEqual([
    200,
    { device_uuid, status: 'provisioned', code: '4K7Q-Z2XA', valid_for_seconds: 90 },
  ]);
  expect(ready.headers['cache-control']).toBe('no-store');
  for (const { status, body } of wrong)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['phone_number']]);
  expect([stranger.status, stranger.body.error]).toEqual([404, 'device_not_found']);
});

test('a new label is kept in the text it was given, and a released device has none', async () => {
  const { account, call } = await caller();
  const { device_uuid } = await insertDevice(ctx, account);
  const label = '<img src=x onerror=alert(1)> مرحبا 🛵';

  const renamed = await call('PATCH', `/${device_uuid}`, { label });
  const wrong = await call('PATCH', `/${device_uuid}`, { label: '' });
  const listed = await call('GET', '');
  await call('DELETE', `/${device_uuid}`);
  const released = await call('PATCH', `/${device_uuid}`, { label: 'Lain' });

  expect([renamed.status, renamed.body]).toMatchObject([200, { device_uuid, label, status: 'connected' }]);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['label']]);
  expect(listed.body.data).toEqual([renamed.body]);
  expect([released.status, released.body.error]).toEqual([404, 'device_not_found']);
});

test('a device that moves a session in says so for any reason of the network', async () => {
  const { account, call } = await caller();
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'provisioned' });
  const before = await call('GET', `/${device_uuid}`);
  await ctx.pool.query(
    `update devices set wanted = 'connected', reason = 'network_unreachable' where id = $1`,
    [id],
  );

  const [shown, qr] = [await call('GET', `/${device_uuid}`), await call('GET', `/${device_uuid}/qr`)];

  expect([before.body.moving_in, shown.body.moving_in]).toEqual([false, true]);
  expect([qr.status, qr.body]).toEqual([
    202,
    { device_uuid, status: 'provisioned', reason: 'network_unreachable', moving_in: true },
  ]);
});

test('a demanded passkey is in the waiting answers, with the link and its end', async () => {
  const { account, call } = await caller();
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'qr_pending' });
  await ctx.pool.query(`update devices set wanted = 'pair', reason = 'passkey_required' where id = $1`, [id]);
  await putDemand(ctx, id, { options: '{}', validMs: 60_000 });

  const [qr, code] = [
    await call('GET', `/${device_uuid}/qr`),
    await call('POST', `/${device_uuid}/pairing-code`, { phone_number: '6281100000001' }),
  ];

  expect([qr.status, qr.headers['cache-control']]).toEqual([202, 'no-store']);
  expect(qr.body).toEqual({
    device_uuid,
    status: 'qr_pending',
    reason: 'passkey_required',
    passkey_url: expect.stringMatching(
      new RegExp(`^http://localhost(:80)?/passkey/#${device_uuid}\\.[\\w-]{43}$`),
    ),
    expires_at: new Date(ctx.now().getTime() + 60_000).toISOString(),
  });
  expect(code.body).not.toHaveProperty('qr');
});
