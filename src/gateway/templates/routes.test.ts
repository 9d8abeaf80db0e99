import { afterAll, expect, test } from 'vitest';
import { openTestCloud } from '../../../sandbox/graph/test-cloud.ts';
import { callBack, signCallback } from '../../../test/harness/callback.ts';
import { testContext } from '../../../test/harness/context.ts';
import { type Customer, openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';

const APP_SECRET = 'secret-of-our-app';
const cloud = await openTestCloud({ onEnd: afterAll });
const ctx = await testContext({
  env: { KURIR_GRAPH_URL: cloud.current.graphUrl, KURIR_CLOUD_APP_SECRET: APP_SECRET },
  cleanup: afterAll,
});
const service = await openService(ctx);
let numbers = 0;

const template = (name: string, change: object = {}) => ({
  ...{ name, language: 'id', category: 'UTILITY', status: 'APPROVED' },
  components: [{ type: 'BODY', text: 'Halo {{1}}' }],
  ...change,
});

interface Shop extends Customer {
  uuid: string;
  wabaId: string;
  list(query?: string): ReturnType<Customer['api']>;
  setTemplates(templates: object[]): Promise<unknown>;
  /** Calls of the provider's list. */
  readings(): Promise<number>;
}

/** A shop with its own business account and number. Its token may have more rights than these. */
async function openShop(templates: object[], { wabas = 1, scopes = [] as string[] } = {}): Promise<Shop> {
  numbers += 1;
  const [id, token, wabaId] = [`50${numbers}`, `EAAG${numbers}`, `7000${numbers}`];
  const named = (n: number) => ({
    ...{ phone_number_id: `${id}${n || ''}`, access_token: token, waba_id: `${wabaId}${n || ''}` },
    ...{ display_phone_number: `+62812000${1000 + 10 * numbers + n}`, verified_name: 'Toko', templates },
    ...(scopes.length > 0 && { scopes }),
  });
  for (let n = 0; n < wabas; n += 1) await cloud.post('/sandbox/cloud/numbers', named(n));
  const customer = await service.customer();
  const { body } = await customer.api('POST', '/v1/devices', {
    ...{ engine: 'official_cloud', label: 'Resmi' },
    ...{ official_phone_number_id: id, official_access_token: token },
  });
  const uuid: string = body.device_uuid;
  return {
    ...customer,
    uuid,
    wabaId,
    list: (query = '') => customer.api('GET', `/v1/devices/${uuid}/templates${query}`),
    setTemplates: (changed) =>
      cloud.post(`/sandbox/cloud/numbers/${id}`, { templates: changed, announce: false }),
    async readings() {
      const { body: log } = await cloud.get('/sandbox/cloud/requests?call=message_templates');
      return log.data.filter(({ token_ending }: Json) => token_ending === token.slice(-4)).length;
    },
  };
}

const namesIn = ({ body }: { body: Json }) => body.data.map(({ name }: Json) => name);
const faults = (effect: object) =>
  cloud.post('/sandbox/cloud/faults', { call: 'message_templates', ...effect });
const heal = () => cloud.delete('/sandbox/cloud/faults');

test('a template shows its parts, its variables and whether it can be sent', async () => {
  const components = [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://example.com'] } },
    { type: 'BODY', text: 'Halo {{nama}}' },
    { type: 'FOOTER', text: 'Toko' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Lacak', url: 'https://example.com/{{1}}' }] },
  ];
  const carousel = [
    { type: 'BODY', text: 'Pilih' },
    { type: 'CAROUSEL', cards: [] },
  ];
  const shop = await openShop([
    template('promo', { components, parameter_format: 'NAMED', category: 'MARKETING' }),
    template('kartu', { components: carousel }),
  ]);

  const { status, body } = await shop.list();

  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      expect.objectContaining({ name: 'kartu', status: 'approved', variables: [], sendable: false }),
      {
        id: expect.any(Number),
        ...{ name: 'promo', language: 'id', status: 'approved', category: 'marketing' },
        ...{ quality: 'unknown', rejection: null, examples: {} },
        header: { type: 'image', text: null },
        body: 'Halo {{nama}}',
        footer: 'Toko',
        buttons: [
          {
            ...{ type: 'url', text: 'Lacak', url: 'https://example.com/{{1}}' },
            ...{ phone_number: null, flow: null },
          },
        ],
        variables: [
          { key: 'header.image', part: 'header', type: 'image', required: true },
          { key: 'nama', part: 'body', type: 'text', required: true },
          { key: 'button.0', part: 'button', type: 'url', required: true },
        ],
        sendable: true,
      },
    ],
    next_cursor: null,
    synced_at: ctx.now().toISOString(),
  });
});

test('all pages of the provider are read, and all pages of Kurir have each template once', async () => {
  const all = Array.from({ length: 130 }, (_, n) => template(`t${String(n).padStart(3, '0')}`));
  const shop = await openShop(all);

  const names: string[] = [];
  let query: string | null = '?limit=40';
  while (query !== null) {
    const page = await shop.list(query);
    names.push(...namesIn(page));
    query = page.body.next_cursor && `?limit=40&cursor=${page.body.next_cursor}`;
  }

  expect(names).toEqual(all.map(({ name }) => name));
  expect(await shop.readings()).toBe(3);
  expect(namesIn(await shop.list('?limit=1000'))).toHaveLength(130);
});

test('the provider is asked once by many calls, and again after ten minutes', async () => {
  const shop = await openShop([template('lama')]);

  await Promise.all(Array.from({ length: 10 }, () => shop.list()));
  await shop.setTemplates([template('baru'), template('tunda', { status: 'PENDING' })]);
  const early = namesIn(await shop.list());
  const readings = await shop.readings();
  ctx.clock.advance(10 * MINUTE);
  const late = namesIn(await shop.list());

  expect([early, readings, late]).toEqual([['lama'], 1, ['baru', 'tunda']]);
  expect(namesIn(await shop.list('?status=approved'))).toEqual(['baru']);
});

test('a reader may ask for newer copies; a status that the provider does not have is refused', async () => {
  const shop = await openShop([template('lama')]);
  await shop.list();
  await shop.setTemplates([template('baru')]);
  ctx.clock.advance(2 * MINUTE);

  const [copies, fresh] = [await shop.list(), await shop.list('?refresh=true&status=approved')];
  const wrong = await shop.list('?status=APPROVED');

  expect([namesIn(copies), namesIn(fresh)]).toEqual([['lama'], ['baru']]);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['status']]);
});

test('a callback about a template makes the next call read again', async () => {
  const shop = await openShop([template('lama')]);
  await shop.list();
  await shop.setTemplates([template('lama', { status: 'PAUSED' })]);
  const value = { event: 'PAUSED', message_template_id: 1, message_template_name: 'lama' };
  const change = { field: 'message_template_status_update', value };
  const entry = [{ id: shop.wabaId, time: Math.floor(Date.now() / SECOND), changes: [change] }];
  const payload = JSON.stringify({ object: 'whatsapp_business_account', entry });

  ctx.clock.advance(SECOND);
  await callBack(service.http, payload, signCallback(payload, APP_SECRET));
  const { body } = await shop.list();

  expect(body.data).toMatchObject([{ name: 'lama', status: 'paused', sendable: false }]);
  expect(await shop.readings()).toBe(2);
});

test('while the provider is away the old copies are shown, and it is asked at most twice a minute', async () => {
  const shop = await openShop([template('lama')]);
  const { synced_at } = (await shop.list()).body;
  await faults({ code: 100, count: null });

  ctx.clock.advance(11 * MINUTE);
  const pages = [await shop.list(), await shop.list()];
  await heal();
  ctx.clock.advance(31 * SECOND);
  const healed = await shop.list();

  expect(pages.map(({ body }) => [namesIn({ body }), body.synced_at])).toEqual([
    [['lama'], synced_at],
    [['lama'], synced_at],
  ]);
  expect(healed.body.synced_at).not.toBe(synced_at);
  expect(await shop.readings()).toBe(3);
});

test('without any copies the answer says whether the provider refuses or is away', async () => {
  const refused = await openShop([], { scopes: ['whatsapp_business_messaging'] });
  const away = await openShop([]);

  const first = await refused.list();
  const again = await refused.list();
  await faults({ code: 2, count: null });
  const silent = await away.list();
  await heal();

  expect([first.status, first.body.error]).toEqual([422, 'templates_unreadable']);
  expect(again.body).toEqual(first.body);
  expect(await refused.readings()).toBe(1);
  expect([silent.status, silent.body.error, silent.headers['retry-after']]).toEqual([
    503,
    'service_unavailable',
    '1',
  ]);
});

test('a token of several business accounts finds the account of the number', async () => {
  const shop = await openShop([template('satu')], { wabas: 3 });

  expect(namesIn(await shop.list())).toEqual(['satu']);
  ctx.clock.advance(11 * MINUTE);
  expect(namesIn(await shop.list())).toEqual(['satu']);
});

test('two accounts with one business account share no copies', async () => {
  const one = await openShop([template('satu')]);
  await one.list();
  const { rows: before } = await ctx.pool.query('select * from template_books where waba_id = $1', [
    one.wabaId,
  ]);
  const other = await openShop([]);
  await ctx.pool.query('update devices set official_waba_id = $1 where device_uuid = $2', [
    one.wabaId,
    other.uuid,
  ]);

  const { status, body } = await other.list();

  expect(before).toHaveLength(1);
  expect([status, body.error]).toEqual([422, 'templates_unreadable']);
});

test('economy devices, released ones and foreign ones have no templates', async () => {
  const shop = await openShop([template('satu')]);
  const other = await service.customer();
  const economy = await shop.api('GET', `/v1/devices/${shop.deviceUuid}/templates`);
  const foreign = await other.api('GET', `/v1/devices/${shop.uuid}/templates`);
  await shop.api('DELETE', `/v1/devices/${shop.uuid}`);
  const released = await shop.list();

  expect([economy, foreign, released].map(({ status, body }) => [status, body.error])).toEqual([
    [422, 'templates_not_supported'],
    [404, 'device_not_found'],
    [404, 'device_not_found'],
  ]);
});

test.each(['?limit=0', '?limit=a', '?cursor=x', `?cursor=${'A'.repeat(9_000)}`, '?status='])(
  'the query %s is a field error',
  async (query) => {
    const shop = await service.customer();

    const { status, body } = await shop.api('GET', `/v1/devices/${shop.deviceUuid}/templates${query}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, [query.slice(1).split('=')[0]]]);
  },
);

test('the token of the provider is in no answer and in no row', async () => {
  const shop = await openShop([template('satu')], { scopes: ['whatsapp_business_messaging'] });
  await faults({ code: 100, message: 'Bad token EAAG', count: 1 });

  const { body } = await shop.list();

  const { rows } = await ctx.pool.query('select * from template_books');
  expect(JSON.stringify([body, rows])).not.toContain(`EAAG${numbers}`);
});
