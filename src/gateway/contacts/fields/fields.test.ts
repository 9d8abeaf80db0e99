import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { createAccount } from '../../../platform/accounts/account.ts';
import { registerAuth } from '../../../platform/accounts/auth.ts';
import { createHttp } from '../../../platform/lib/http/http.ts';
import { contactRoutes } from '../routes.ts';
import { dropValuesJob } from './job.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
registerAuth(http, ctx, { onCall: () => {} });
contactRoutes(http, ctx);
await http.ready();
afterAll(() => http.close());

/** A new account with the fields of a shop. */
async function shop() {
  const { api_key, account_id } = await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });
  const headers = { authorization: `Bearer ${api_key}` };
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const answer = await http.inject({ method, url, headers, ...(payload && { payload }) });
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    return { status: answer.statusCode, body: (isJson ? answer.json() : answer.body) as Json };
  };
  const define = async (name: string, type: string, choices?: string[]) =>
    (await ask('POST', '/v1/contact-fields', { name, type, ...(choices && { choices }) })).body;
  const fields = [
    await define('kota', 'text'),
    await define('poin', 'number'),
    await define('lahir', 'date'),
    await define('member', 'yes_no'),
    await define('level', 'choice', ['perak', 'emas']),
  ];
  const put = async (phone: string, values: object) =>
    (await ask('POST', '/v1/contacts', { phone, fields: values })).body.id;
  const find = async (query: string) => {
    const { body } = await ask('GET', `/v1/contacts?fields=${encodeURIComponent(query)}`);
    return body.data?.map((contact: Json) => contact.phone) ?? body;
  };
  return { ask, define, fields, put, find, account: { id: account_id } };
}

const ALL = { kota: 'Bandung', poin: 12.5, lahir: '1990-02-28', member: false, level: 'emas' };

test('a contact keeps a value of each type, changes one, and loses one', async () => {
  const { ask, put } = await shop();
  const id = await put('081200000001', ALL);

  const change = { fields: { poin: -3, kota: null, lahir: ' ' } };
  const before = await ask('GET', `/v1/contacts/${id}`);
  const after = await ask('PATCH', `/v1/contacts/${id}`, change);

  expect(before.body.fields).toEqual(ALL);
  expect(after.body.fields).toEqual({ poin: -3, member: false, level: 'emas' });
});

test.each([
  ['kota', 5],
  ['kota', 'x'.repeat(501)],
  ['poin', '5'],
  ['poin', 1e16],
  ['lahir', '2025-02-30'],
  ['lahir', '28/02/1990'],
  ['member', 'ya'],
  ['level', 'Emas'],
  ['unknown', 1],
  ['constructor', 1],
])('the field %s refuses %j with its name', async (name, value) => {
  const { ask } = await shop();
  const fields = `{"phone": "081200000001", "fields": {${JSON.stringify(name)}: ${JSON.stringify(value)}}}`;

  const { status, body } = await ask('POST', '/v1/contacts', JSON.parse(fields));

  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [`fields.${name}`]]);
});

test('a value that a JSON body would lose is refused: __proto__ is no field', async () => {
  const { ask, put } = await shop();
  const id = await put('081200000001', ALL);
  const body = JSON.parse('{"phone": "081200000001", "fields": {"__proto__": 1}}');

  const answers = [
    await ask('POST', '/v1/contacts', body),
    await ask('POST', '/v1/contacts/batch', { contacts: [{ phone: '081200000002' }, body] }),
    await ask('PATCH', `/v1/contacts/${id}`, body),
  ];

  expect(answers.map(({ status, body: { errors } }) => [status, ...Object.keys(errors)])).toEqual([
    [422, 'fields.__proto__'],
    [422, 'contacts.1.fields.__proto__'],
    [422, 'fields.__proto__'],
  ]);
});

test('a batch names the contact and the field that is wrong, and stores none', async () => {
  const { ask } = await shop();
  const contacts = [
    { phone: '081200000001', fields: { kota: 'Solo' } },
    { phone: '081200000002', fields: { poin: 'banyak', level: 'besi' } },
  ];

  const { status, body } = await ask('POST', '/v1/contacts/batch', { contacts });

  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['contacts.1.fields.poin', 'contacts.1.fields.level']);
  expect((await ask('GET', '/v1/contacts')).body.total).toBe(0);
});

test('the list finds contacts by several conditions on their fields, within a tag and a search', async () => {
  const { ask, put, find } = await shop();
  await put('081200000001', ALL);
  await put('081200000002', { ...ALL, poin: 100, lahir: '2001-12-31' });
  await put('081200000003', { kota: 'Solo; Klaten', poin: 100, member: true });
  await ask('POST', '/v1/contacts', { phone: '081200000003', name: 'Budi', tags: ['vip'] });
  const withQuery = async (query: object) =>
    (await ask('GET', `/v1/contacts?${new URLSearchParams({ ...query })}`)).body.total;

  expect(await find('kota=Bandung')).toEqual(['6281200000001', '6281200000002']);
  expect(await find('kota=Bandung; poin>=13')).toEqual(['6281200000002']);
  expect(await find('poin >= 12.5 ; poin <= 99')).toEqual(['6281200000001']);
  expect(await find('lahir<=1990-02-28')).toEqual(['6281200000001']);
  expect(await find('lahir=2001-12-31;level=emas;member=false')).toEqual(['6281200000002']);
  expect(await find('kota=Solo;; Klaten')).toEqual(['6281200000003']);
  expect(await find('kota=bandung')).toEqual([]);
  expect(await withQuery({ fields: 'poin=100', tag: 'vip' })).toBe(1);
  expect(await withQuery({ fields: 'poin<=100', q: 'Budi' })).toBe(1);
  expect(await withQuery({ fields: 'poin<=99', q: 'Budi' })).toBe(0);
  expect(await withQuery({ fields: 'poin=100', tag: 'none' })).toBe(0);
});

test.each(['kotaa=1', 'kota', 'kota>=a', 'poin=x', 'member>=true', 'level=besi', 'a;b', '=;'])(
  'the filter %j is refused',
  async (filter) => {
    const { find } = await shop();

    expect(await find(filter)).toMatchObject({ errors: { fields: [expect.any(String)] } });
  },
);

test('a change of many is about the contacts that the filter of fields finds', async () => {
  const { ask, put } = await shop();
  await put('081200000001', ALL);
  await put('081200000002', { poin: 3 });
  const body = { action: 'delete', filter: { fields: 'poin>=4' } };

  const counted = await ask('POST', '/v1/contacts/bulk', { ...body, dry_run: true });
  const started = await ask('POST', '/v1/contacts/bulk', body);

  expect([counted.body, started.body.matched]).toEqual([{ matched: 1 }, 1]);
});

test('the export has a column for each field', async () => {
  const { ask, put } = await shop();
  await put('081200000001', ALL);

  const { body } = await ask('GET', `/v1/contacts/export?fields=${encodeURIComponent('poin>=1')}`);
  const refused = await ask('GET', '/v1/contacts/export?fields=unknown%3D1');

  expect(body).toContain('phone,name,email,tags,created_at,kota,poin,lahir,member,level\r\n');
  expect(body).toContain('Z,Bandung,12.5,1990-02-28,false,emas\r\n');
  expect(refused.status).toBe(422);
});

test('the undo of an import takes values back, and keeps what was changed since', async () => {
  const { ask, put } = await shop();
  const [kept, back] = [await put('081200000001', ALL), await put('081200000002', ALL)];
  const import_id = randomUUID();
  const fields = { kota: 'Solo', poin: null };
  const contacts = [1, 2, 3].map((n) => ({ phone: `08120000000${n}`, fields }));
  await ask('POST', '/v1/contacts/batch', { import_id, contacts });
  await ask('PATCH', `/v1/contacts/${kept}`, { fields: { kota: 'Klaten' } });

  const { body } = await ask('POST', `/v1/contacts/imports/${import_id}/undo`);

  expect(body).toEqual({ removed: 1, restored: 1, kept: 1, left: 0 });
  const valuesOf = async (id: number) => (await ask('GET', `/v1/contacts/${id}`)).body.fields;
  expect(await valuesOf(back)).toEqual(ALL);
  expect(await valuesOf(kept)).toEqual({ ...ALL, kota: 'Klaten' });
});

test('a condition that most contacts meet lists the first 10,000 of them, with and without a rare one', async () => {
  const { ask, fields, account } = await shop();
  const field = async (name: string) =>
    (
      await ctx.pool.query('select id from contact_fields where field_uuid = $1', [
        fields.find((f) => f.name === name)?.id,
      ])
    ).rows[0]?.id;
  await ctx.pool.query(
    `insert into contacts (account_id, place, phone, fields, created_at, updated_at)
     select $1, n, (6281300000000 + n)::text, jsonb_build_object($2::text, n % 50 > 0, $3::text, n), now(), now()
     from generate_series(1, 10300) n`,
    [account.id, await field('member'), await field('poin')],
  );
  const list = async (query: string) =>
    (await ask('GET', `/v1/contacts?per_page=2&page=2&fields=${encodeURIComponent(query)}`)).body;

  const [most, some] = [await list('member=true'), await list('member=true; poin>=10001')];

  expect([most.total, most.data.map(({ phone }: Json) => phone)]).toEqual([
    10_000,
    ['6281300000003', '6281300000004'],
  ]);
  expect([some.total, some.data[0]?.phone]).toEqual([294, '6281300010003']);
});

test('a deleted field says which values and segments go, is hidden at once, and its job takes the values', async () => {
  const { ask, put, define, fields, account } = await shop();
  const id = await put('081200000001', { kota: 'Solo', poin: 3 });
  const path = `/v1/contact-fields/${fields[1]?.id}`;

  for (const [name, condition] of Object.entries({ Rajin: 'kota=Solo;poin>=3', Solo: 'kota=poin;;poin=1' }))
    await ask('POST', '/v1/contacts/segments', { name, filter: { fields: condition } });

  const use = await ask('GET', path);
  const deleted = await ask('DELETE', path);

  expect([use.body.values, use.body.segments, deleted.status]).toEqual([1, ['Rajin'], 204]);
  await define('poin', 'text');
  expect((await ask('GET', `/v1/contacts/${id}`)).body.fields).toEqual({ kota: 'Solo' });
  await dropValuesJob(ctx).run({ accountId: account.id }, new AbortController().signal);
  const { rows } = await ctx.db.query<{ fields: object; numbers: number }>(
    {
      text: `select fields, (select count(*)::int from contact_numbers where account_id = $1) as numbers
             from contacts where account_id = $1`,
    },
    [account.id],
  );
  expect(Object.values(rows[0]?.fields ?? {})).toEqual(['Solo']);
  expect(rows[0]?.numbers).toBe(0);
});

test('names are unique in an account, other accounts have their own, and choices can change', async () => {
  const { ask, define, fields, find } = await shop();
  const other = await shop();
  const level = `/v1/contact-fields/${fields[4]?.id}`;

  const again = await define('kota', 'number');
  const [foreign, changed] = [
    await other.ask('PATCH', level, { choices: ['besi'] }),
    await ask('PATCH', level, { choices: ['besi', 'perak'] }),
  ];

  expect(again.errors.name).toBeDefined();
  expect([foreign.status, changed.body.choices]).toEqual([404, ['besi', 'perak']]);
  expect(await find('level=besi')).toEqual([]);
});

test.each(['name', 'Kota', '1a', 'a-b', 'a'.repeat(41), 'kota}}'])(
  'no field can be called %s',
  async (name) => {
    const { define } = await shop();

    expect((await define(name, 'text')).errors.name).toBeDefined();
  },
);

test('an account has at most 50 fields', async () => {
  const { ask, define } = await shop();
  for (let n = 6; n <= 50; n += 1) await define(`f${n}`, 'text');

  expect((await define('more', 'text')).error).toBe('contact_field_limit_reached');
  expect((await ask('GET', '/v1/contact-fields')).body.data).toHaveLength(50);
});
