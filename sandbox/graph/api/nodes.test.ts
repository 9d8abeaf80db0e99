import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { openTestCloud, PHONE_ID, TOKEN } from '../test-cloud.ts';

const shared = await openTestCloud({ onEnd: afterAll });

test('a number node shows its name, quality and display number', async () => {
  const cloud = shared;

  const { status, body } = await cloud.graph('GET', `/${PHONE_ID}`);

  expect([status, body]).toEqual([
    200,
    {
      id: PHONE_ID,
      display_phone_number: '+62 811-0000-001',
      verified_name: 'Toko Kurir',
      quality_rating: 'GREEN',
    },
  ]);
});

test('a node shows the requested fields, leaves unset ones out, and refuses unknown ones', async () => {
  const cloud = shared;

  const some = await cloud.graph(
    'GET',
    `/${PHONE_ID}?fields=status,platform_type,throughput{level},certificate`,
  );
  const odd = await cloud.graph('GET', `/${PHONE_ID}?fields=id,__proto__`);

  expect(some.body).toEqual({
    id: PHONE_ID,
    status: 'CONNECTED',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
  });
  expect([odd.status, odd.body.error.code]).toEqual([400, 100]);
});

test.each([['/v18.0'], ['/v26.0'], ['']])('the version %j makes no difference', async (version) => {
  const cloud = shared;

  const { status } = await cloud.graph('GET', `${cloud.current.graphUrl}${version}/${PHONE_ID}`);

  expect(status).toBe(200);
});

test.each([
  ['no token', null, 400, { code: 104, type: 'OAuthException' }],
  ['an unknown token', 'nonsense', 401, { code: 190, type: 'OAuthException' }],
])('%s is refused', async (_name, token, status, error) => {
  const cloud = shared;

  const answer = await cloud.graph('GET', `/${PHONE_ID}`, undefined, token);

  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error: { ...error, message: expect.any(String), fbtrace_id: expect.any(String) },
  });
});

test.each([
  ['an unknown object', 'GET', '/999', undefined],
  ['an unknown edge', 'GET', `/${PHONE_ID}/nothing`, undefined],
  ['deleting a number', 'DELETE', `/${PHONE_ID}`, undefined],
  ['sending from an unknown number', 'POST', '/999/messages', {}],
  ['reading messages', 'GET', `/${PHONE_ID}/messages`, undefined],
])('%s answers like a missing object', async (_name, method, path, body) => {
  const cloud = shared;

  const answer = await cloud.graph(method, path, body);

  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ code: 100, error_subcode: 33, type: 'GraphMethodException' });
});

test('a number of another account answers like a missing object', async () => {
  const cloud = shared;
  await cloud.post('/sandbox/cloud/numbers', {
    phone_number_id: '200',
    access_token: 'another-token',
    display_phone_number: '+62 811-0000-002',
    verified_name: 'Toko Lain',
  });

  const answer = await cloud.graph('GET', '/200');

  expect(answer.body.error).toMatchObject({ code: 100, error_subcode: 33 });
});

test('a token without the messaging scope cannot send', async () => {
  const cloud = shared;
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'reads-only',
    scopes: ['whatsapp_business_management'],
  });

  const node = await cloud.graph('GET', `/${PHONE_ID}`, undefined, 'reads-only');
  const sending = await cloud.graph('POST', `/${PHONE_ID}/messages`, {}, 'reads-only');

  expect(node.status).toBe(200);
  expect([sending.status, sending.body.error.code]).toEqual([403, 10]);
});

test('debug_token describes a token', async () => {
  const cloud = shared;
  const { body: number } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}`);

  const { body } = await cloud.graph('GET', `/debug_token?input_token=${TOKEN}`);
  const unknown = await cloud.graph('GET', '/debug_token?input_token=other');

  expect(body.data).toMatchObject({
    is_valid: true,
    expires_at: 0,
    type: 'SYSTEM_USER',
    scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
    granular_scopes: expect.arrayContaining([
      { scope: 'whatsapp_business_messaging', target_ids: [number.waba_id] },
    ]),
  });
  expect(unknown.body.data).toMatchObject({ is_valid: false, scopes: [], error: { code: 190 } });
});

test('a token expires, is revoked, or is replaced', async () => {
  const cloud = await openTestCloud();
  const tokens = `/sandbox/cloud/numbers/${PHONE_ID}/tokens`;
  const day = new Date(Date.now() + 86_400_000).toISOString();
  await cloud.post(tokens, { access_token: 'daily', expires_at: day });
  const check = async (token: string) => {
    const { status, body } = await cloud.graph('GET', `/${PHONE_ID}`, undefined, token);
    return [status, body.error?.code, body.error?.error_subcode];
  };

  const fresh = await check('daily');
  await cloud.post('/sandbox/cloud/clock', { advance_hours: 25 });
  const expired = await check('daily');
  await cloud.post('/sandbox/cloud/tokens/revoke', { access_token: TOKEN });
  const revoked = await check(TOKEN);
  await cloud.post(tokens, { access_token: 'next', revoke_others: true });
  const next = await check('next');

  expect(fresh).toEqual([200, undefined, undefined]);
  expect(expired).toEqual([401, 190, 463]);
  expect(revoked).toEqual([401, 190, 467]);
  expect(next).toEqual([200, undefined, undefined]);
});

test('registering a number again revokes its other tokens', async () => {
  const cloud = await openTestCloud();
  const number = {
    phone_number_id: PHONE_ID,
    access_token: 'rotated',
    display_phone_number: '+62 811-0000-001',
    verified_name: 'Toko Baru',
  };

  const again = await cloud.post('/sandbox/cloud/numbers', number);
  const before = await cloud.graph('GET', `/${PHONE_ID}`);
  const after = await cloud.graph('GET', `/${PHONE_ID}`, undefined, 'rotated');

  expect([again.status, before.status]).toEqual([200, 401]);
  expect(after.body.verified_name).toBe('Toko Baru');
});

test.each([
  ['banned', 403, 368],
  ['locked', 403, 131031],
  ['restricted', 400, 131048],
  ['unregistered', 400, 133010],
  ['deleted', 400, 100],
])('a number that is %s cannot send', async (state, status, code) => {
  const cloud = shared;
  const set = (next: string) => cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { state: next });

  await set(state);
  const refused = await cloud.sendText('Halo');
  await set('active');
  const sent = await cloud.sendText('Halo');

  expect([refused.status, refused.body.error.code, sent.status]).toEqual([status, code, 200]);
});

test('calls other than sending have an hourly limit', async () => {
  const cloud = await openTestCloud({ behaviour: { management_calls_per_hour: 2 } });
  const read = () => cloud.graph('GET', `/${PHONE_ID}`);

  const answers = [await read(), await read(), await read()];
  await cloud.post('/sandbox/cloud/clock', { advance_hours: 1 });
  const later = await read();

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(answers[2]?.body.error).toMatchObject({ code: 80007, is_transient: true });
  expect(answers[2]?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(later.status).toBe(200);
});

test('a business account shows its numbers', async () => {
  const cloud = shared;
  const { body: number } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}`);

  const account = await cloud.graph('GET', `/${number.waba_id}`);
  const numbers = await cloud.graph('GET', `/${number.waba_id}/phone_numbers`);

  expect(account.body).toMatchObject({ id: number.waba_id });
  expect(numbers.body.data).toEqual([expect.objectContaining({ id: PHONE_ID })]);
});

test('a verified URL overrides the webhooks of a number or of its account', async () => {
  const cloud = await openTestCloud();
  const { body: own } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}`);
  const echo = await startReceiver((request, response) => {
    const { searchParams } = new URL(request.path, 'http://x');
    const isRight = searchParams.get('hub.verify_token') === 'rahasia';
    response.end(isRight ? searchParams.get('hub.challenge') : 'no');
  });
  const override = (verify_token: string) => ({ override_callback_uri: echo.url, verify_token });
  const configure = (config: object) =>
    cloud.graph('POST', `/${PHONE_ID}`, { webhook_configuration: config });

  const refused = await configure(override('salah'));
  const accepted = await configure(override('rahasia'));
  const { body: node } = await cloud.graph('GET', `/${PHONE_ID}?fields=webhook_configuration`);
  await cloud.write({ text: 'ke nomor' });
  await echo.arrived(3);
  await configure({ override_callback_uri: '' });
  await cloud.graph('POST', `/${own.waba_id}/subscribed_apps`, override('rahasia'));
  await cloud.write({ text: 'ke akun' });
  await echo.arrived(5);
  await cloud.graph('DELETE', `/${own.waba_id}/subscribed_apps`);
  const apps = await cloud.graph('GET', `/${own.waba_id}/subscribed_apps`);

  expect([refused.status, refused.body.error.code]).toEqual([400, 2200]);
  expect(accepted.body).toEqual({ success: true });
  expect(node.webhook_configuration.phone_number).toBe(echo.url);
  const texts = echo.requests.filter(({ method }) => method === 'POST').map(({ body }) => body.toString());
  expect(texts.map((text) => /"body":"([^"]*)"/.exec(text)?.[1])).toEqual(['ke nomor', 'ke akun']);
  expect(apps.body.data[0]).not.toHaveProperty('override_callback_uri');
  expect(cloud.inbound()).toEqual([]);
});
