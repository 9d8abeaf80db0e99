import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { createAccount } from '../../platform/accounts/account.ts';
import { registerAuth } from '../../platform/accounts/auth.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { contactRoutes } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
registerAuth(http, ctx, { onCall: () => {} });
contactRoutes(http, ctx);
await http.ready();
afterAll(() => http.close());

/** A new account that calls the API with its key. */
async function caller(countryCode?: string) {
  const { api_key } = await createAccount(ctx, {
    name: 'Toko',
    plan: 'pro',
    kind: 'live',
    ...(countryCode !== undefined && { countryCode }),
  });
  const headers = { authorization: `Bearer ${api_key}` };
  const put = async (payload: object) => {
    const answer = await http.inject({ method: 'POST', url: '/v1/contacts', headers, payload });
    return { status: answer.statusCode, body: answer.json() as Json };
  };
  const list = async (query: Record<string, string> | string = '') => {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    const answer = await http.inject({ url: `/v1/contacts?${text}`, headers });
    return { status: answer.statusCode, body: answer.json() as Json };
  };
  const only = async () => (await list()).body.data[0];
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await http.inject({
      method,
      url: `/v1/contacts/${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, text: answer.body };
  };
  return { put, list, only, call };
}

const phone = '081234567890';
const stored = '6281234567890';

test('the first call answers 201, the next 200, both exactly {id, phone}, and there is one contact', async () => {
  const { put, list } = await caller();

  const first = await put({ phone, name: 'Budi' });
  const second = await put({ phone: '+62 812-3456-7890', name: 'Budi' });

  expect(first).toEqual({ status: 201, body: { id: expect.any(Number), phone: stored } });
  expect(second).toEqual({ status: 200, body: first.body });
  expect((await list()).body.total).toBe(1);
});

test('an item of the list is exactly id, phone, name, email, tags, notes, own fields and both times', async () => {
  const { put, only } = await caller();

  const { body } = await put({ phone, name: 'Budi', email: 'budi@example.com', tags: ['vip', 'jakarta'] });

  const now = ctx.now().toISOString();
  expect(await only()).toEqual({
    id: body.id,
    phone: stored,
    name: 'Budi',
    email: 'budi@example.com',
    tags: ['jakarta', 'vip'],
    notes: null,
    fields: {},
    created_at: now,
    updated_at: now,
  });
});

test('a phone alone is a contact', async () => {
  const { put, only } = await caller();

  await put({ phone });

  expect(await only()).toMatchObject({ phone: stored, name: '', email: null, tags: [] });
});

test.each([
  ['nothing', {}, {}],
  ['a name', { name: 'Ani' }, { name: 'Ani' }],
  ['an email', { email: 'ani@example.com' }, { email: 'ani@example.com' }],
  ['tags', { tags: ['baru'] }, { tags: ['baru'] }],
  ['a tag more', { tags: ['vip', 'jakarta', 'baru'] }, { tags: ['baru', 'jakarta', 'vip'] }],
  ['no tags', { tags: [] }, { tags: [] }],
  ['name null', { name: null }, { name: '' }],
  ['email null', { email: null }, { email: null }],
  ['tags null', { tags: null }, { tags: [] }],
])('an update with %s changes that and nothing else', async (_name, change, expected) => {
  const { put, only } = await caller();
  const before = { phone, name: 'Budi', email: 'budi@example.com', tags: ['vip', 'jakarta'] };
  await put(before);

  const { status } = await put({ phone, ...change });

  expect(status).toBe(200);
  expect(await only()).toMatchObject({
    name: 'Budi',
    email: 'budi@example.com',
    tags: ['jakarta', 'vip'],
    ...expected,
  });
});

test.each([
  ['nothing new', { name: 'Budi', email: null, tags: ['vip'] }, false],
  ['another name', { name: 'Ani' }, true],
  ['another email', { email: 'ani@example.com' }, true],
  ['a tag more', { tags: ['vip', 'baru'] }, true],
  ['a tag less', { tags: [] }, true],
])('updated_at after %s', async (_name, change, moves) => {
  const { put, only } = await caller();
  await put({ phone, name: 'Budi', tags: ['vip'] });
  const created_at = ctx.now().toISOString();
  ctx.clock.advance(1000);

  await put({ phone, ...change });

  expect(await only()).toMatchObject({
    created_at,
    updated_at: moves ? ctx.now().toISOString() : created_at,
  });
});

test('tags are trimmed, named twice count once, and differ by upper and lower case', async () => {
  const { put, only, list } = await caller();

  await put({ phone, tags: [' vip ', 'vip', 'VIP', '\tvip\n'] });

  expect((await only()).tags).toEqual(['VIP', 'vip']);
  expect((await list({ tag: 'vip' })).body.total).toBe(1);
  expect((await list({ tag: ' VIP ' })).body.total).toBe(1);
  expect((await list({ tag: 'Vip' })).body.total).toBe(0);
});

test.each([
  "'; drop table tags; --",
  '{nama}',
  '<script>',
  '100%',
  '{"a":1}',
  'null',
  '__proto__',
  'ÅÄÖ 😀',
  'a,b',
])('hostile text is text: %s', async (text) => {
  const { put, only, list } = await caller();

  await put({ phone, name: text, tags: [text] });

  expect(await only()).toMatchObject({ name: text, tags: [text] });
  expect((await list({ tag: text })).body.total).toBe(1);
});

test.each([
  ['a leading zero', '081234567890', '49', '4981234567890'],
  ['a leading double zero', '0049 170 1234567', '62', '491701234567'],
  ['exactly eight digits', '12345678', '62', '12345678'],
  ['letters between', 'tel: 0812x3456y7890', '62', '6281234567890'],
])('%s: %s is stored as international digits', async (_name, typed, countryCode, expected) => {
  const { put } = await caller(countryCode);

  expect((await put({ phone: typed })).body.phone).toBe(expected);
});

test.each([
  ['no phone', { phone: undefined }, 'phone'],
  ['phone empty', { phone: '' }, 'phone'],
  ['phone null', { phone: null }, 'phone'],
  ['phone is a number', { phone: 6281234567890 }, 'phone'],
  ['seven digits', { phone: '12-34-567' }, 'phone'],
  ['phone without digits', { phone: 'abcdefgh' }, 'phone'],
  ['a user id', { phone: 'ID.1234567890' }, 'phone'],
  ['sixteen digits', { phone: '1'.repeat(16) }, 'phone'],
  ['a group', { phone: '120363041234567@g.us' }, 'phone'],
  ['a hidden number', { phone: '6281234567890@lid' }, 'phone'],
  ['sixteen digits after the prefix', { phone: `0${'8'.repeat(14)}` }, 'phone'],
  ['phone with NUL', { phone: '0812345\x0067890' }, 'phone'],
  ['name is a number', { name: 7 }, 'name'],
  ['name too long', { name: 'n'.repeat(256) }, 'name'],
  ['name with NUL', { name: 'a\0b' }, 'name'],
  ['name with a lone surrogate', { name: 'a\ud800' }, 'name'],
  ['email is no address', { email: 'budi' }, 'email'],
  ['email empty', { email: '' }, 'email'],
  ['email with blanks', { email: 'budi santoso@example.com' }, 'email'],
  [
    'email too long',
    { email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(70)}.com` },
    'email',
  ],
  ['email is an array', { email: ['budi@example.com'] }, 'email'],
  ['tags is a string', { tags: 'vip' }, 'tags'],
  ['too many tags', { tags: Array.from({ length: 101 }, (_, n) => `t${n}`) }, 'tags'],
  ['a tag empty', { tags: ['vip', ''] }, 'tags.1'],
  ['a tag blank', { tags: [' \t '] }, 'tags.0'],
  ['a tag too long', { tags: ['t'.repeat(101)] }, 'tags.0'],
  ['a tag null', { tags: [null] }, 'tags.0'],
  ['too much text in all tags', { tags: tagsOf(2_001) }, 'tags'],
  ['a tag with NUL', { tags: ['a\0'] }, 'tags.0'],
  ['a tag with a lone surrogate', { tags: ['\udc00'] }, 'tags.0'],
])('refuses: %s', async (_name, change, field) => {
  const { put, list } = await caller();

  const { status, body } = await put({ phone, ...change });

  expect(status).toBe(422);
  expect(body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
  expect((await list()).body.total).toBe(0);
});

/** 100 tags with this number of characters in all. */
function tagsOf(characters: number): string[] {
  const tags = Array.from({ length: 99 }, (_, n) => `${'😀'.repeat(17)}${String(n).padStart(3, '0')}`);
  return ['x'.repeat(characters - 99 * 20), ...tags];
}

test('the longest of everything is accepted', async () => {
  const { put, only } = await caller();
  const tags = tagsOf(2_000);

  const { status } = await put({ phone: '9'.repeat(15), name: '😀'.repeat(255), tags });

  expect(status).toBe(201);
  expect(await only()).toMatchObject({ phone: '9'.repeat(15), name: '😀'.repeat(255), tags });
});

/** `count` contacts in order; those whose number `tagged` accepts have the tag `vip`. */
async function filled(count: number, tagged: (n: number) => boolean = () => false) {
  const account = await caller();
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { body } = await account.put({
      phone: String(10_000_000 + n),
      tags: tagged(n) ? ['vip', 'all'] : ['all'],
    });
    ids.push(body.id);
  }
  return { ...account, ids };
}

test('an empty list has one empty page', async () => {
  const { list } = await caller();

  expect(await list()).toEqual({
    status: 200,
    body: { data: [], current_page: 1, last_page: 1, total: 0, per_page: 50 },
  });
});

test('paging covers each contact once, in the order of ids', async () => {
  const { list, ids } = await filled(23, (n) => n % 3 === 0);

  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list({ page: String(page), per_page: '5' })));
  const beyond = await list({ page: '6', per_page: '5' });
  const tagged = await Promise.all(
    [1, 2].map((page) => list({ page: String(page), per_page: '5', tag: 'vip' })),
  );

  expect(pages.flatMap(({ body }) => body.data.map((item: Json) => item.id))).toEqual(ids);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  for (const [index, { body }] of pages.entries()) {
    expect(body).toMatchObject({ current_page: index + 1, last_page: 5, total: 23, per_page: 5 });
  }
  expect(beyond.body).toEqual({ data: [], current_page: 6, last_page: 5, total: 23, per_page: 5 });
  expect(tagged.flatMap(({ body }) => body.data.map((item: Json) => item.id))).toEqual(
    ids.filter((_, n) => n % 3 === 0),
  );
  expect(tagged[0]?.body).toMatchObject({ total: 8, last_page: 2 });
});

test.each([
  ['', { per_page: 50, current_page: 1 }],
  ['per_page=200', { per_page: 200 }],
  ['per_page=201', { per_page: 200 }],
  ['per_page=99999999999999999999', { per_page: 200 }],
  ['per_page=1', { per_page: 1 }],
  ['page=9007199254740991&per_page=200', { current_page: 9007199254740991 }],
  ['tag=', { total: 1 }],
  ['tag=unknown', { total: 0, last_page: 1, data: [] }],
  ['tag=%27%20or%201%3D1', { total: 0 }],
  ['other=1', { total: 1 }],
])('the query "%s" is fine', async (query, expected) => {
  const { put, list } = await caller();
  await put({ phone });

  const { status, body } = await list(query);

  expect(status).toBe(200);
  expect(body).toMatchObject(expected);
});

test.each([
  ['per_page=0', 'per_page'],
  ['per_page=-1', 'per_page'],
  ['per_page=abc', 'per_page'],
  ['per_page=', 'per_page'],
  ['per_page=1.5', 'per_page'],
  ['per_page=1&per_page=2', 'per_page'],
  ['per_page=Infinity', 'per_page'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=x', 'page'],
  ['page=1.5', 'page'],
  ['page=99999999999999999999', 'page'],
  ['tag=a&tag=b', 'tag'],
  ['tag=a%00b', 'tag'],
])('refuses the query "%s"', async (query, field) => {
  const { list } = await caller();

  const { status, body } = await list(query);

  expect(status).toBe(422);
  expect(body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
});

test('accounts share nothing: the same phone and tag are their own in each', async () => {
  const mine = await caller();
  const theirs = await caller();

  const first = await mine.put({ phone, name: 'Budi', tags: ['vip'] });
  const second = await theirs.put({ phone, name: 'Ani', tags: ['vip'] });

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.body.id).not.toBe(second.body.id);
  expect((await mine.list({ tag: 'vip' })).body).toMatchObject({ total: 1, data: [{ name: 'Budi' }] });
  expect((await theirs.list({ tag: 'vip' })).body).toMatchObject({ total: 1, data: [{ name: 'Ani' }] });
});

test('a request without a key reveals nothing', async () => {
  const answers = await Promise.all([
    http.inject({ url: '/v1/contacts' }),
    http.inject({ method: 'POST', url: '/v1/contacts', payload: { phone } }),
  ]);

  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401]);
});

test('a batch stores all of its contacts', async () => {
  const { put, list, call } = await caller();
  await put({ phone, name: 'Budi' });
  const contacts = [
    { phone, name: 'Budi Santoso' },
    { phone: '081200000001', name: 'Ani', tags: ['vip'] },
    { phone: '+62 812 0000 0001', tags: ['vip', 'jakarta'] },
  ];

  const { status, text } = await call('POST', 'batch', { contacts });

  expect([status, JSON.parse(text)]).toEqual([200, { created: 1, updated: 2 }]);
  expect((await list()).body.data).toMatchObject([
    { phone: stored, name: 'Budi Santoso' },
    { phone: '6281200000001', name: 'Ani', tags: ['jakarta', 'vip'] },
  ]);
});

test.each([
  ['an invalid number', { phone: '12' }, 'contacts.1.phone'],
  ['an invalid field', { phone: '081200000001', email: 'ani' }, 'contacts.1.email'],
])('%s in a batch names the contact, and stores none', async (_name, bad, field) => {
  const { list, call } = await caller();

  const { status, text } = await call('POST', 'batch', { contacts: [{ phone }, bad] });

  expect([status, Object.keys(JSON.parse(text).errors)]).toEqual([422, [field]]);
  expect((await list()).body.total).toBe(0);
});

test.each([
  ['q=sant', ['Budi Santoso', 'Santi']],
  ['q=SANTOSO', ['Budi Santoso']],
  ['q=sant&tag=vip', ['Santi']],
  ['q=sant&page=2&per_page=1', ['Santi']],
  ['q=0812-0000', ['Santi', '100%']],
  ['q=%2B62 812-3', ['Budi Santoso']],
  ['q=100%25', ['100%']],
  ['q=%25%25%25', []],
  ['q=a_t', []],
  ['q=', ['Budi Santoso', 'Santi', '100%']],
])('the search %s finds names by parts and numbers by their beginning', async (query, names) => {
  const { put, list } = await caller();
  const other = await caller();
  await put({ phone, name: 'Budi Santoso' });
  await put({ phone: '081200000001', name: 'Santi', tags: ['vip'] });
  await put({ phone: '081200000002', name: '100%' });
  await other.put({ phone, name: 'Santoso' });

  const { body } = await list(query);

  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names);
});

test('a search of two characters is refused', async () => {
  const { list } = await caller();

  expect(await list('q=ab')).toMatchObject({ status: 422, body: { errors: { q: [expect.any(String)] } } });
});

test('tags are listed with the number of their contacts', async () => {
  const { put, call } = await caller();
  await put({ phone, tags: ['vip', 'lama'] });
  await put({ phone: '081200000001', tags: ['vip'] });
  await put({ phone, tags: ['vip'] });

  const { data, next_cursor } = JSON.parse((await call('GET', 'tags')).text);

  expect([...data].sort((a, b) => a.contacts - b.contacts)).toEqual([
    { name: 'lama', contacts: 0 },
    { name: 'vip', contacts: 2 },
  ]);
  expect(next_cursor).toBeNull();
});

test('an export has the contacts of a tag, and no cell that a spreadsheet calculates', async () => {
  const { put, call } = await caller();
  await put({ phone, name: '=HYPERLINK("http://evil.example")', tags: ['vip', '+1'] });
  await put({ phone: '081200000001', name: 'Ani', email: 'ani@example.com' });

  const [all, tagged] = await Promise.all([call('GET', 'export'), call('GET', 'export?tag=vip')]);

  const now = ctx.now().toISOString();
  const budi = `6281234567890,"'=HYPERLINK(""http://evil.example"")",,"'+1; vip",${now}\r\n`;
  const header = 'phone,name,email,tags,created_at\r\n';
  expect(tagged.text).toBe(header + budi);
  expect(all.text).toBe(`${header}${budi}6281200000001,Ani,ani@example.com,,${now}\r\n`);
});

test('an export of a search has the contacts that the list of the search has', async () => {
  const { put, call } = await caller();
  const other = await caller();
  await put({ phone, name: 'Budi Santoso' });
  await put({ phone: '081200000001', name: 'Santi', tags: ['vip'] });
  await put({ phone: '081200000002', name: 'Ani' });
  await other.put({ phone, name: 'Santoso' });
  const names = async (query: string) => {
    const { text } = await call('GET', `export?${query}`);
    return text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]);
  };

  const found = await Promise.all(['q=sant', 'q=sant&tag=vip', 'q=0812-0000', 'q='].map(names));
  const short = await call('GET', 'export?q=ab');

  expect(found).toEqual([
    ['Budi Santoso', 'Santi'],
    ['Santi'],
    ['Santi', 'Ani'],
    ['Budi Santoso', 'Santi', 'Ani'],
  ]);
  expect(short.status).toBe(422);
});
