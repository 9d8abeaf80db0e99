import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_SECRET, openTestCloud } from '../../../../sandbox/graph/test-cloud.ts';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { callBack } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { keyOf, makeLive, readStream } from '../../../../test/harness/live-stream.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { openTemplateShop, PROMO } from '../../../../test/harness/template-shop.ts';

const cloud = await openTestCloud({ onEnd: afterAll });
const ctx = await testContext({
  env: { KURIR_GRAPH_URL: cloud.current.graphUrl, KURIR_CLOUD_APP_SECRET: APP_SECRET },
  parts: { now: () => new Date() },
  cleanup: afterAll,
});
const service = await openService(ctx);
let address = '';

beforeAll(async () => {
  address = await service.http.listen({ port: 0, host: '127.0.0.1' });
  // The callbacks of the provider reach the gateway.
  cloud.answerWith(async ({ headers, body }, response) => {
    const signature = String(headers['x-hub-signature-256']);
    const { statusCode } = await callBack(service.http, body.toString(), signature);
    response.writeHead(statusCode).end();
  });
});

const openShop = () => openTemplateShop(cloud, service);

test('a template is pending until the provider approves it, and the list shows what was written', async () => {
  const shop = await openShop();

  const made = await shop.create();
  const pending = await shop.list();
  await shop.review({ status: 'APPROVED' });
  const approved = await shop.reviewed(({ status }) => status === 'approved');

  expect([made.status, made.body.status]).toEqual([201, 'pending']);
  expect(pending).toEqual([made.body]);
  expect(approved).toEqual({
    ...made.body,
    ...{ status: 'approved', sendable: true },
    ...{ quality: expect.toBeOneOf([null, 'unknown']) },
  });
  expect(approved).toMatchObject({
    ...{ name: 'promo', header: { type: 'text', text: 'Promo {{1}}' }, examples: PROMO.examples },
    buttons: [{}, {}, { phone_number: '+62215550100' }, { type: 'copy_code' }],
    variables: [{}, {}, {}, { key: 'button.1' }, { key: 'button.3' }],
  });
});

test('what the provider keeps is what the copies have: a reading changes nothing', async () => {
  const shop = await openShop();
  const { body } = await shop.create();

  await ctx.pool.query('update template_books set outdated_at = now()');
  await ctx.pool.query('update templates set changed_at = null');
  const [read] = await shop.list();

  expect(read).toEqual({
    ...body,
    quality: 'unknown',
    buttons: body.buttons.map((button: Json) => ({ ...button, text: button.text || expect.any(String) })),
  });
});

test('a refusal, the quality and another category of the provider show at once, and on the stream', async () => {
  const shop = await openShop();
  await makeLive(ctx, shop.account.id);
  const { headers } = await keyOf(ctx, shop.account.id, 'read');
  const stream = await readStream(address, headers);
  const { body } = await shop.create();

  await stream.get('template.changed', ({ id, status }) => id === body.id && status === 'pending');
  await shop.review({ status: 'REJECTED', reason: 'INVALID_FORMAT' });
  const rejected = await stream.get('template.changed', ({ status }) => status === 'rejected');
  await shop.review({ status: 'PAUSED', quality_score: 'RED', category: 'UTILITY' });
  const paused = await stream.get(
    'template.changed',
    ({ status, quality, category }) => `${status} ${quality} ${category}` === 'paused red utility',
  );
  await shop.api('DELETE', `/v1/templates/${body.id}`);
  const gone = await stream.get('template.deleted');

  expect(rejected.data).toMatchObject({ name: 'promo', rejection: 'INVALID_FORMAT', sendable: false });
  expect(paused.data).toMatchObject({ rejection: null, sendable: false });
  expect(gone.data).toEqual({ id: body.id });
  stream.close();
});

test('a late repetition of an older report changes nothing', async () => {
  const shop = await openShop();
  const { body } = await shop.create();
  await shop.review({ status: 'APPROVED' });
  await shop.reviewed(({ status }) => status === 'approved');
  const row = async () =>
    (await ctx.pool.query('select status, reported_at from templates where id = $1', [body.id])).rows[0];
  const before = await row();

  const [post] = cloud.received
    .filter(({ body: sent }) => sent.includes('message_template_status_update'))
    .slice(-1);
  await ctx.pool.query(
    `update templates set status = 'paused', reported_at = now() + interval '1 hour' where id = $1`,
    [body.id],
  );
  await callBack(service.http, String(post?.body), String(post?.headers['x-hub-signature-256']));

  expect([before.status, (await row()).status]).toEqual(['approved', 'paused']);
});

test('a rejected template is changed: the given parts change, the others stay, and a review begins', async () => {
  const shop = await openShop();
  const { body } = await shop.create();
  await shop.review({ status: 'REJECTED' });
  await shop.reviewed(({ status }) => status === 'rejected');

  const changed = await shop.api('PATCH', `/v1/templates/${body.id}`, {
    body: 'Halo {{1}}, ada diskon.',
    category: 'utility',
  });
  await shop.review({ status: 'APPROVED' });
  const approved = await shop.reviewed(({ status }) => status === 'approved');

  expect([changed.status, changed.body.status, changed.body.rejection]).toEqual([200, 'pending', null]);
  const { '2': _, ...examples } = PROMO.examples;
  expect(changed.body).toMatchObject({
    ...PROMO,
    category: 'utility',
    body: 'Halo {{1}}, ada diskon.',
    examples,
  });
  expect(approved).toMatchObject({
    body: 'Halo {{1}}, ada diskon.',
    footer: 'Toko Kurir',
    category: 'utility',
  });
});

test('a copy in another language is another template, and each is deleted for itself', async () => {
  const shop = await openShop();
  const first = await shop.create();
  await shop.create({ language: 'en_US', body: 'Hi {{1}}, {{2}} off today.' });

  const deleted = await shop.api('DELETE', `/v1/templates/${first.body.id}`);
  const again = await shop.api('DELETE', `/v1/templates/${first.body.id}`);

  expect([deleted.status, again.status, again.body.error]).toEqual([204, 404, 'message_template_not_found']);
  expect((await shop.list()).map(({ language }) => language)).toEqual(['en_US']);
});

test('a refusal of the provider keeps its words and its code', async () => {
  const shop = await openShop();
  await shop.create();

  const { status, body } = await shop.create();

  expect([status, body]).toEqual([
    422,
    {
      error: 'template_refused',
      message: expect.stringMatching(/There is already id content for this template \(100, 2388024\)\.$/),
      ...{ provider_code: 100, provider_subcode: 2388024 },
    },
  ]);
  expect(await shop.list()).toHaveLength(1);
});

test('the provider counts changes of an approved template, and takes none of a pending one', async () => {
  const shop = await openShop();
  const { body } = await shop.create();
  const change = () => shop.api('PATCH', `/v1/templates/${body.id}`, { footer: 'Toko Baru' });

  const pending = await change();
  await shop.review({ status: 'APPROVED' });
  const first = await change();
  await shop.review({ status: 'APPROVED' });
  const second = await change();

  expect([pending.body.error, first.status, second.body.error]).toEqual([
    'template_refused',
    200,
    'template_refused',
  ]);
  expect(second.body.message).toMatch(/once a day/);
});

test('while the provider is away nothing is stored, and a lost answer shows with the next list', async () => {
  const shop = await openShop();
  await shop.list();
  const fault = (effect: object) =>
    cloud.post('/sandbox/cloud/faults', { call: 'message_templates', ...effect });

  await fault({ code: 2 });
  const away = await shop.create();
  await fault({ drop: true, accepted: true });
  const lost = await shop.create({ name: 'lain' });

  expect([away, lost].map(({ status, body }) => [status, body.error])).toEqual([
    [503, 'service_unavailable'],
    [503, 'service_unavailable'],
  ]);
  expect((await shop.list()).map(({ name }) => name)).toEqual(['lain']);
});

test('each change leaves its entry in the audit log', async () => {
  const shop = await openShop();
  const { body } = await shop.create();
  await shop.review({ status: 'PAUSED' });

  await shop.api('PATCH', `/v1/templates/${body.id}`, { footer: null });
  await shop.api('DELETE', `/v1/templates/${body.id}`);

  const entries = (await auditEntries(ctx, shop.account.id)).filter(({ action }) =>
    action.startsWith('template.'),
  );
  const shared = { target: String(body.id), detail: { name: 'promo', language: 'id' }, actor: 'api_key' };
  expect(entries).toMatchObject([
    { action: 'template.created', ...shared },
    { action: 'template.changed', ...shared },
    { action: 'template.deleted', ...shared },
  ]);
});

test('templates of another account and of economy devices cannot be changed', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { body } = await shop.create();

  const answers = [
    await other.api('PATCH', `/v1/templates/${body.id}`, { footer: null }),
    await other.api('DELETE', `/v1/templates/${body.id}`),
    await other.create({ device_uuid: shop.uuid }),
    await shop.create({ device_uuid: shop.deviceUuid }),
  ];

  expect(answers.map(({ body }) => body.error)).toEqual([
    ...['message_template_not_found', 'message_template_not_found', 'device_not_found'],
    'templates_not_supported',
  ]);
});

test('the provider writes the texts of a one-time password, and a message can use it after the review', async () => {
  const shop = await openShop();
  const apps = [{ package_name: 'id.toko.app', signature_hash: 'K8a/AINcGX7' }];

  const { status, body } = await shop.api('POST', '/v1/templates', {
    ...{ device_uuid: shop.uuid, name: 'promo', language: 'id', category: 'authentication' },
    authentication: { otp_type: 'one_tap', code_expiration_minutes: 10, apps },
  });
  await shop.review({ status: 'APPROVED' });
  const approved = await shop.reviewed(({ sendable }) => sendable);

  expect([status, body.category]).toEqual([201, 'authentication']);
  expect(body).toMatchObject({
    body: '*{{1}}* adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini.',
    footer: 'Kode ini kedaluwarsa dalam 10 menit.',
  });
  expect(approved.variables.map(({ key }: Json) => key)).toEqual(['1', 'button.0']);
});

const FLOW = { flow_id: '17', flow_action: 'navigate', navigate_screen: 'PESAN' };

test.each([
  ['flow', { type: 'flow', text: 'Isi', ...FLOW }, { text: 'Isi', flow: FLOW }, false],
  ['catalog', { type: 'catalog' }, { text: 'View catalog' }, false],
  ['mpm', { type: 'mpm' }, { text: 'View items' }, true],
])(
  'a template with a button of the type %s is made, reviewed and read',
  async (_type, button, shown, required) => {
    const shop = await openShop();

    const made = await shop.create({ ...PLAIN, buttons: [button] });
    await shop.review({ status: 'APPROVED' });
    const approved = await shop.reviewed(({ status }) => status === 'approved');
    await ctx.pool.query('update template_books set outdated_at = now()');
    await ctx.pool.query('update templates set changed_at = null');
    const [read] = await shop.list();

    expect(made.body.buttons).toMatchObject([{ type: button.type, ...shown }]);
    expect(approved).toMatchObject({ sendable: true, variables: [{ key: 'button.0', required }] });
    expect(read?.buttons).toEqual(made.body.buttons);
  },
);

const PLAIN = { header: null, footer: null, body: 'Halo, ada promo.', examples: {} };

test('buttons of products are alone and of marketing, and a code without a tap needs its terms', async () => {
  const shop = await openShop();
  const codes = { ...PLAIN, category: 'authentication', body: undefined, buttons: [] };
  const apps = [{ package_name: 'id.toko.app', signature_hash: 'K8a/AINcGX7' }];
  const authentication = { otp_type: 'zero_tap', apps };

  const answers = [
    await shop.create({ ...PLAIN, category: 'utility', buttons: [{ type: 'catalog' }] }),
    await shop.create({ ...PLAIN, buttons: [{ type: 'mpm' }, { type: 'quick_reply', text: 'Mau' }] }),
    await shop.create({ ...codes, authentication }),
  ];
  const accepted = await shop.create({
    ...codes,
    authentication: { ...authentication, zero_tap_terms_accepted: true },
  });

  expect(answers.map(({ body }) => body.errors)).toEqual([
    { category: ['must be marketing for a button with products'] },
    { buttons: ['must have no other button beside products'] },
    { 'authentication.zero_tap_terms_accepted': ['is required'] },
  ]);
  expect([accepted.status, accepted.body.category]).toEqual([201, 'authentication']);
});

test('the texts of a one-time password are shown before there is a template', async () => {
  const shop = await openShop();
  const preview = (query: string) => shop.api('GET', `/v1/devices/${shop.uuid}/template-preview?${query}`);

  const indonesian = await preview('language=id&code_expiration_minutes=5');
  const english = await preview('language=en&security_recommendation=false');

  expect(indonesian.body).toEqual({
    body: '*{{1}}* adalah kode verifikasi Anda. Demi keamanan, jangan bagikan kode ini.',
    ...{ footer: 'Kode ini kedaluwarsa dalam 5 menit.', button: 'Salin kode' },
  });
  expect(english.body).toEqual({
    ...{ body: '*{{1}}* is your verification code.', footer: null, button: 'Copy code' },
  });
});
