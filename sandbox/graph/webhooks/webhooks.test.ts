import { afterAll, expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { BUDI, openTestCloud, PHONE_ID } from '../test-cloud.ts';

const QUIET = { sent_after_ms: null, delivered_after_ms: null };
const shared = await openTestCloud({ onEnd: afterAll });
const chat = `/sandbox/cloud/numbers/${PHONE_ID}`;
const settings = '/sandbox/cloud/webhooks/settings';

test('signs the bytes that it sends: ASCII with escaped slashes', async () => {
  const cloud = await openTestCloud();

  await cloud.write({ text: 'Hé 👋 a/b', name: 'Büdi' });
  await until(() => cloud.posts().length === 1);

  const text = cloud.received.at(-1)?.body.toString() ?? '';
  expect(text).toContain(String.raw`{"body":"H\u00e9 \ud83d\udc4b a\/b"}`);
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(cloud.received.at(-1)?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(cloud.posts()[0]).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: expect.stringMatching(/^\d{15}$/),
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '628110000001', phone_number_id: PHONE_ID },
              contacts: [
                { profile: { name: 'Büdi' }, wa_id: BUDI, user_id: expect.stringMatching(/^ID\.\d+$/) },
              ],
              messages: [
                {
                  from: BUDI,
                  from_user_id: expect.stringMatching(/^ID\.\d+$/),
                  id: expect.stringMatching(/^wamid\./),
                  timestamp: expect.stringMatching(/^\d{10}$/),
                  type: 'text',
                  text: { body: 'Hé 👋 a/b' },
                },
              ],
            },
          },
        ],
      },
    ],
  });
});

test('waiting updates share one request, at most a thousand', async () => {
  const cloud = await openTestCloud({ behaviour: QUIET });
  const { body } = await cloud.sendText('Halo');
  await cloud.post(settings, { paused: true });

  await cloud.post(`${chat}/statuses`, { id: body.messages[0].id, copies: 1000 });
  await cloud.post(`${chat}/events`, { field: 'messages', value: { statuses: 'broken' } });
  await cloud.write({ text: 'Halo juga' });
  await until(async () => {
    const { body: state } = await cloud.get('/sandbox/cloud');
    return state.webhooks.open_updates === 1002;
  });
  await cloud.post(settings, { paused: false });
  await until(() => cloud.posts().length === 2);

  const { body: log } = await cloud.get('/sandbox/cloud/webhooks');
  const sizes = log.data.map(({ updates }: { updates: number }) => updates);
  expect(sizes.toSorted((a: number, b: number) => a - b)).toEqual([2, 1000]);
  expect(cloud.inbound()).toHaveLength(1);
});

test.each([[500], [201], [404]])(
  'a webhook answered with %i is repeated with the same bytes',
  async (status) => {
    const cloud = await openTestCloud();
    let failures = 2;
    cloud.answerWith((_, response) => {
      response.statusCode = failures-- > 0 ? status : 200;
      response.end();
    });

    await cloud.write({ text: 'Halo' });
    await until(() => cloud.posts().length === 3);
    await cloud.write({ text: 'Lagi' });
    await until(() => cloud.posts().length === 4);
    const { body: log } = await cloud.get('/sandbox/cloud/webhooks');

    const bodies = cloud.received.map(({ body }) => body.toString());
    expect(new Set(bodies.slice(0, 3)).size).toBe(1);
    expect(log.data.map((each: { attempt: number; status: number }) => [each.attempt, each.status])).toEqual([
      [1, status],
      [2, status],
      [3, 200],
      [1, 200],
    ]);
  },
);

test('a webhook is repeated after a broken connection', async () => {
  const cloud = await openTestCloud();
  let cuts = 1;
  cloud.answerWith((_, response) => {
    if (cuts-- > 0) response.socket?.destroy();
    else response.end();
  });

  await cloud.write({ text: 'Halo' });
  await until(() => cloud.posts().length === 2);

  const { body } = await cloud.get('/sandbox/cloud');
  expect(body.webhooks.open_updates).toBe(0);
});

test('retries end after seven days', async () => {
  const cloud = await openTestCloud();
  cloud.answerWith((_, response) => void response.writeHead(500).end());

  await cloud.write({ text: 'Halo' });
  await until(() => cloud.posts().length >= 1);
  await cloud.post('/sandbox/cloud/clock', { advance_hours: 8 * 24 });
  const open = await until(async () => {
    const { body } = await cloud.get('/sandbox/cloud');
    return body.webhooks.open_updates === 0 && body.webhooks;
  });

  expect(open).toMatchObject({ open_updates: 0 });
});

test('a test can forge webhooks', async () => {
  const cloud = await openTestCloud();
  const raw = (fields: object) =>
    cloud.post('/sandbox/cloud/webhooks', { body: { object: 'x', a: 'é' }, ...fields });

  const right = await raw({});
  const unsigned = await raw({ signature: null });
  const wrong = await raw({ signature: 'sha256=00' });
  const text = await raw({ body: 'no json', phone_number_id: PHONE_ID });

  expect([right, unsigned, wrong, text].map(({ body }) => body.status)).toEqual([200, 200, 200, 200]);
  const signatures = cloud.received.map(({ headers }) => headers['x-hub-signature-256']);
  expect(signatures).toEqual([
    expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    undefined,
    'sha256=00',
    expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
  ]);
  expect(cloud.received[3]?.body.toString()).toBe('no json');
});

test('a URL is verified with a challenge', async () => {
  const cloud = shared;

  const { body } = await cloud.post('/sandbox/cloud/verify');

  const asked = cloud.received.find(({ method }) => method === 'GET');
  expect(body).toEqual({ ok: true, status: 200 });
  expect(asked?.path).toMatch(/hub\.mode=subscribe&hub\.challenge=\d+&hub\.verify_token=\w+/);
});

test('webhooks of a number are signed with its app secret', async () => {
  const cloud = await openTestCloud();
  await cloud.post(chat, { app_secret: 'other' });

  await cloud.write({ text: 'Halo' });
  await until(() => cloud.received.length === 1);

  expect(cloud.received[0]?.headers['x-hub-signature-256']).toMatch(/^sha256=/);
  expect(cloud.posts()).toEqual([]);
});

test('webhooks go to the gateway that forwarded the last call', async () => {
  const cloud = await openTestCloud();
  const url = 'http://127.0.0.1:9/providers/cloud/webhook';

  const { body } = await cloud.get('/sandbox/cloud', { 'x-sandbox-callback': url });

  expect(body.callback_url).toBe(url);
});

test('a status can arrive before the answer of the send request', async () => {
  const cloud = await openTestCloud({ behaviour: { status_before_response: true } });

  const { body } = await cloud.sendText('Halo');

  expect(cloud.statuses(body.messages[0].id).map(({ status }) => status)).toContain('sent');
});

test('a status names the person in contacts, as inbound messages do; one of a failed message does not', async () => {
  const cloud = await openTestCloud();
  await cloud.write({ text: 'Halo' });
  const { body } = await cloud.sendText('Halo juga');
  const id = body.messages[0].id;
  await cloud.statusesOf(id, 2);
  await cloud.post(`${chat}/statuses`, { id, status: 'failed', code: 131026 });
  await cloud.statusesOf(id, 3);

  const values = cloud.posts().flatMap(({ entry }) => entry[0]?.changes[0]?.value ?? []);
  const contacts = (wanted: string) =>
    values.find(({ statuses }) => statuses?.some(({ status }: { status: string }) => status === wanted))
      ?.contacts;

  expect(contacts('sent')).toEqual([
    { profile: { name: expect.any(String) }, wa_id: BUDI, user_id: expect.any(String) },
  ]);
  expect(contacts('failed')).toBeUndefined();
});

test('statuses of unknown messages and conversations are added on request', async () => {
  const cloud = await openTestCloud({ behaviour: { unknown_statuses: 2, conversation: true } });

  const { body } = await cloud.sendText('Halo');
  const [sent] = await cloud.statusesOf(body.messages[0].id, 2);

  expect(cloud.statuses()).toHaveLength(6);
  expect(sent.conversation).toMatchObject({ origin: { type: 'service' } });
});

test('a person reads on request, and a message can fail late', async () => {
  const cloud = shared;
  const { body } = await cloud.sendText('Halo');
  const id = body.messages[0].id;
  await cloud.statusesOf(id, 2);

  await cloud.post(`${chat}/statuses`, { id });
  await cloud.post(`${chat}/statuses`, { id, status: 'failed', code: 131049 });
  const statuses = await cloud.statusesOf(id, 4);
  const nobody = await cloud.post(`${chat}/statuses`, { id: 'wamid.x' });

  expect(statuses.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read', 'failed']);
  expect(statuses[3].errors[0]).toMatchObject({ code: 131049, title: 'Meta chose not to deliver' });
  expect(nobody.status).toBe(404);
});

test('a message that is read before its delivery is reported stays read', async () => {
  const cloud = await openTestCloud({ behaviour: { delivered_after_ms: 300 } });
  const id = (await cloud.sendText('Halo')).body.messages[0].id;
  const statusOf = async () =>
    (await cloud.get(`${chat}/messages`)).body.data.find((each: { id: string }) => each.id === id).status;

  await cloud.post(`${chat}/statuses`, { id });
  const first = await statusOf();
  const statuses = await cloud.statusesOf(id, 3);

  expect(statuses.map(({ status }) => status)).toEqual(['sent', 'read', 'delivered']);
  expect([first, await statusOf()]).toEqual(['read', 'read']);
});

test.each([
  ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }],
  ['phone_number_quality_update', { display_phone_number: '628110000001', event: 'FLAGGED' }],
  ['user_preferences', { user_preferences: [{ wa_id: BUDI, value: 'stop' }] }],
])('%s is sent unchanged', async (field, value) => {
  const cloud = shared;

  await cloud.post(`${chat}/events`, { field, value });
  const values = await until(() => cloud.values(field).length > 0 && cloud.values(field));

  expect(values).toEqual([value]);
});

test('changed states and qualities are announced, unless `announce` is false', async () => {
  const cloud = await openTestCloud();
  const set = (change: object) => cloud.post(chat, change);

  await set({ state: 'banned' });
  await set({ state: 'active' });
  await set({ state: 'unregistered' });
  await set({ state: 'banned', announce: false });
  await set({ state: 'restricted' });
  await set({ quality_rating: 'RED' });
  const quality = await until(() => cloud.values('phone_number_quality_update')[0]);

  expect(cloud.values('account_update')).toMatchObject([
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ expiration: expect.any(Number) }] },
  ]);
  expect(quality).toMatchObject({ event: 'FLAGGED' });
});

test('errors of the provider are sent without messages', async () => {
  const cloud = shared;

  await cloud.post(`${chat}/errors`, { code: 130429, details: 'Rate limit hit' });
  const value = await until(() => cloud.values().find(({ errors }) => errors));

  expect(value).toMatchObject({
    metadata: { phone_number_id: PHONE_ID },
    errors: [{ code: 130429, error_data: { details: 'Rate limit hit' } }],
  });
});
