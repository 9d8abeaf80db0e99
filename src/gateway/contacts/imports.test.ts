import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { DAY, MINUTE } from '../../platform/lib/clock.ts';
import { tidyImports } from './imports.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const IMPORT = '0c8c3c0e-4a4f-4f0e-9d8e-5b1d0f6f2a3d';
const [BUDI, ANI] = ['6281234567890', '6281234567891'];

async function shop() {
  const { api, deviceUuid } = await service.customer();
  const put = (contact: object) => api('POST', '/v1/contacts', contact);
  return {
    ...{ api, put, deviceUuid },
    batch: (contacts: object[], import_id: string | null = IMPORT) =>
      api('POST', '/v1/contacts/batch', { contacts, import_id }),
    contacts: async () => {
      const { body } = await api('GET', '/v1/contacts?per_page=200');
      return body.data.map(({ phone, name, email, tags }: Json) => ({ phone, name, email, tags }));
    },
    tags: async () =>
      Object.fromEntries(
        (await api('GET', '/v1/contacts/tags')).body.data.map(({ name, contacts }: Json) => [name, contacts]),
      ),
    undo: async (id = IMPORT) => (await api('POST', `/v1/contacts/imports/${id}/undo`)).body,
  };
}

const budi = { phone: BUDI, name: 'Budi', email: 'budi@example.com', tags: ['reseller', 'vip'] };
const ani = { phone: ANI, name: 'Ani', email: null, tags: [] };

test.each([
  ['tags_add', { tags_add: ['baru', 'vip'] }, ['baru', 'reseller', 'vip']],
  ['tags_remove', { tags_remove: ['vip', 'unknown'] }, ['reseller']],
  ['both', { tags_add: ['a', 'b'], tags_remove: ['b', 'vip'] }, ['a', 'reseller']],
  ['null', { tags_add: null, tags_remove: null }, ['reseller', 'vip']],
  ['tags', { tags: ['baru'] }, ['baru']],
])('%s of POST /v1/contacts leaves the right tags', async (_name, change, expected) => {
  const { put, contacts, tags } = await shop();
  await put(budi);

  const { status } = await put({ phone: BUDI, ...change });

  expect(status).toBe(200);
  expect(await contacts()).toEqual([{ ...budi, tags: expected }]);
  expect(Object.keys(await tags())).not.toContain('unknown');
});

test('changes of the tags of one contact in one batch apply in their order', async () => {
  const { put, batch, contacts } = await shop();
  await put(budi);

  await batch(
    [
      { phone: BUDI, tags_add: ['a', 'b'] },
      { phone: BUDI, tags_remove: ['a', 'vip'] },
      { phone: BUDI, tags_add: ['a'] },
      { phone: ANI, tags: ['x', 'y'] },
      { phone: ANI, tags_remove: ['x'] },
    ],
    null,
  );

  expect((await contacts()).map(({ tags }: Json) => tags)).toEqual([['a', 'b', 'reseller'], ['y']]);
});

test.each([
  ['tags_add', { tags: ['a'], tags_add: ['b'] }],
  ['tags_remove', { tags: [], tags_remove: ['b'] }],
  ['tags_add', { tags: null, tags_add: ['b'] }],
])('tags that replace are refused together with %s', async (field, change) => {
  const { put } = await shop();

  const { status, body } = await put({ phone: BUDI, ...change });

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('a contact takes no tag above its limit, and the others of its batch are stored', async () => {
  const { put, batch, contacts } = await shop();
  const full = Array.from({ length: 100 }, (_, n) => `t${n}`);
  await put({ phone: BUDI, tags: full });

  const alone = await put({ phone: BUDI, tags_add: ['more'] });
  const { status, body } = await batch([
    { phone: ANI, tags_add: ['more'] },
    { phone: BUDI, tags_add: ['more'] },
  ]);

  expect([alone.status, Object.keys(alone.body.errors)]).toEqual([422, ['tags_add']]);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['contacts.1.tags_add']]);
  expect((await contacts()).map(({ tags }: Json) => tags.length)).toEqual([100, 1]);
});

test('an undone import leaves everything as before it, with the counts of tags and pages', async () => {
  const { put, batch, contacts, tags, undo, api } = await shop();
  await put(budi);
  await put(ani);
  const before = [await contacts(), await tags()];
  await batch([
    { phone: BUDI, name: 'Pak Budi', email: null, tags: ['pameran'] },
    { phone: ANI, tags_add: ['pameran'], email: 'ani@example.com' },
    { phone: '6281234567899', name: 'Sari', tags_add: ['pameran'] },
  ]);
  await batch([{ phone: BUDI, name: 'Bapak Budi', tags_add: ['lagi'] }]);
  const imports = (await api('GET', '/v1/contacts/imports')).body.data;

  const undone = await undo();

  expect(imports).toMatchObject([{ id: IMPORT, created: 1, changed: 3, undone_at: null }]);
  expect(undone).toEqual({ removed: 1, restored: 2, kept: 0, left: 0 });
  expect([await contacts(), await tags()]).toEqual([before[0], { ...before[1], lagi: 0, pameran: 0 }]);
  expect((await api('GET', '/v1/contacts?tag=pameran')).body).toMatchObject({ total: 0, data: [] });
  expect((await api('GET', '/v1/contacts')).body.total).toBe(2);
});

test('what a colleague changed since the import stays, field by field', async () => {
  const { put, batch, contacts, undo } = await shop();
  await put(budi);
  await batch([
    { phone: BUDI, name: 'Pak Budi', email: null, tags: ['pameran'] },
    { phone: ANI, name: 'Ani', tags_add: ['pameran'] },
  ]);
  await put({ phone: BUDI, name: 'Budi Baru', tags_add: ['utang'] });
  await put({ phone: ANI, tags_add: ['utang'] });

  const undone = await undo();

  expect(undone).toEqual({ removed: 0, restored: 0, kept: 2, left: 0 });
  expect(await contacts()).toEqual([
    { ...budi, name: 'Budi Baru', tags: ['reseller', 'utang', 'vip'] },
    { ...ani, tags: ['pameran', 'utang'] },
  ]);
});

test('a new contact that is a recipient of a broadcast stays', async () => {
  const { batch, contacts, undo, api, deviceUuid } = await shop();
  await batch([
    { phone: BUDI, tags_add: ['pameran'] },
    { phone: ANI, tags_add: ['lain'] },
  ]);
  const broadcast = { device_uuid: deviceUuid, name: 'Promo', message_template: 'Halo', tags: ['pameran'] };
  await api('POST', '/v1/broadcasts', { ...broadcast, scheduled_at: '2099-01-01T00:00:00Z' });

  const undone = await undo();

  expect(undone).toEqual({ removed: 1, restored: 0, kept: 1, left: 0 });
  expect((await contacts()).map(({ phone }: Json) => phone)).toEqual([BUDI]);
});

test('a large import is undone in several calls, and takes no more contacts from the first one on', async () => {
  const { batch, contacts, undo } = await shop();
  const rows = Array.from({ length: 250 }, (_, n) => ({ phone: `62811000${1000 + n}`, tags_add: ['a'] }));
  await batch(rows.slice(0, 200));
  await batch(rows.slice(200));

  const first = await undo();
  const late = await batch([{ phone: BUDI }]);
  const second = await undo();
  const again = await undo();

  expect([first, second, again].map(({ removed, left }) => [removed, left])).toEqual([
    [200, 50],
    [50, 0],
    [0, 0],
  ]);
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['import_id']]);
  expect(await contacts()).toEqual([]);
});

test('an import can be undone for a day, by its account alone, and is forgotten then', async () => {
  const [one, other] = [await shop(), await shop()];
  await one.batch([{ phone: BUDI }]);
  ctx.clock.advance(DAY - MINUTE);

  const foreign = await other.undo();
  const malformed = await other.undo('x');
  const early = await tidyImports(ctx);
  ctx.clock.advance(MINUTE);
  const listed = (await one.api('GET', '/v1/contacts/imports')).body.data;
  const late = await one.undo();
  const batch = await one.batch([{ phone: ANI }]);
  await tidyImports(ctx);

  expect([foreign.error, malformed.error, late.error]).toEqual(Array(3).fill('contact_import_not_found'));
  expect([early, listed, batch.status]).toEqual([0, [], 422]);
  const { rows } = await ctx.pool.query('select from contact_import_changes');
  expect(rows).toEqual([]);
  expect(await one.contacts()).toHaveLength(1);
});

test('an account keeps its newest 20 imports', async () => {
  const { batch, api } = await shop();
  const idOf = (n: number) => `0c8c3c0e-4a4f-4f0e-9d8e-5b1d0f6f2a${10 + n}`;

  for (let n = 0; n < 25; n += 1) {
    ctx.clock.advance(MINUTE);
    await batch([{ phone: `62811000${1000 + n}` }], idOf(n));
  }

  const { body } = await api('GET', '/v1/contacts/imports');
  expect(body.data.map(({ id }: Json) => id)).toEqual(Array.from({ length: 20 }, (_, n) => idOf(24 - n)));
});

test('a check says which number would be stored, what looks local, and which tags are there', async () => {
  const { put, api } = await shop();
  await put(budi);
  await put({ phone: '6281322223333', tags: ['lama'] });

  const { body } = await api('POST', '/v1/contacts/check', {
    phones: ['0812-3456-7890', '81322223333', '+81322223333', '12'],
  });

  expect(body.data).toEqual([
    { input: '0812-3456-7890', number: BUDI, country: 'ID', tags: ['reseller', 'vip'], local: null },
    {
      ...{ input: '81322223333', number: '81322223333', country: 'JP', tags: null },
      local: { number: '6281322223333', country: 'ID', tags: ['lama'] },
    },
    { input: '+81322223333', number: '81322223333', country: 'JP', tags: null, local: null },
    { input: '12', number: null, country: null, tags: null, local: null },
  ]);
});
