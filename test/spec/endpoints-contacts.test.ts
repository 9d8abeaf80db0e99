import { afterAll, expect } from 'vitest';
import { testContext } from '../harness/context.ts';
import { type Customer, openService } from '../harness/service.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();

const upsert = (body: unknown, customer: Customer = shop) => customer.api('POST', '/v1/contacts', body);
const list = async (query = '', customer: Customer = shop) =>
  (await customer.api('GET', `/v1/contacts${query}`)).body;
/** What the list says about the contact of this phone. */
const contact = async (phone: string) =>
  (await list('?per_page=200')).data.find((item: { phone: string }) => item.phone === phone);

contract('Resources and their fields > Contact > id', async () => {
  const { body } = await upsert({ phone: '081200000001', name: 'Ani' });

  expect(Number.isSafeInteger(body.id)).toBe(true);
  expect((await contact('6281200000001')).id).toBe(body.id);
});

contract('Resources and their fields > Contact > phone', async () => {
  const written = [
    '0812-0000-0002',
    '+62 812 0000 0002',
    '6281200000002',
    '(0062) 812.0000.0002',
    '+1 (212) 555-0100',
  ];

  const answers = [];
  for (const phone of written) answers.push((await upsert({ phone })).body.phone);

  expect(answers).toEqual([...Array(4).fill('6281200000002'), '12125550100']);
});

contract('Resources and their fields > Contact > name', async () => {
  const name = "Bu Sri 🌸 d'Arc <b>";

  await upsert({ phone: '081200000003', name });

  expect((await contact('6281200000003')).name).toBe(name);
});

contract('Resources and their fields > Contact > email', async () => {
  await upsert({ phone: '081200000004', email: 'ani@example.com' });
  const given = (await contact('6281200000004')).email;
  await upsert({ phone: '081200000004', email: null });

  const wrong = await upsert({ phone: '081200000004', email: 'ani(at)example' });

  expect([given, (await contact('6281200000004')).email]).toEqual(['ani@example.com', null]);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['email']]);
});

contract('Resources and their fields > Contact > tags', async () => {
  const before = await list('?tag=baru-sekali');

  await upsert({ phone: '081200000005', tags: ['baru-sekali', 'jakarta', 'jakarta'] });

  expect(before.total).toBe(0);
  expect((await contact('6281200000005')).tags.toSorted()).toEqual(['baru-sekali', 'jakarta']);
  expect((await list('?tag=baru-sekali')).total).toBe(1);
});

contract('Endpoints > Contacts > POST /v1/contacts', async () => {
  const customer = await service.customer();

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => upsert({ phone: '081200000006', name: `Budi ${n}` }, customer)),
  );
  const changed = await upsert({ phone: '+62 812 0000 0006', name: 'Budi' }, customer);

  const { total, data } = await list('', customer);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set([...answers, changed].map(({ body }) => body.id)).size).toBe(1);
  expect([total, data[0].name]).toEqual([1, 'Budi']);
});

contract('Endpoints > Contacts > POST /v1/contacts > 1', async () => {
  const whole = { phone: '6281200000007', name: 'Citra', email: 'c@example.com', tags: ['vip'] };
  const wrong = { phone: 7, name: 7, email: 7, tags: 'vip' };

  await upsert(whole);
  const refused = await upsert(wrong);
  await upsert({ phone: whole.phone, name: 'Citra Dewi' });

  expect(await contact(whole.phone)).toMatchObject({ ...whole, name: 'Citra Dewi' });
  expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([
    422,
    ['email', 'name', 'phone', 'tags'],
  ]);
});

contract('Endpoints > Contacts > POST /v1/contacts > 2', async () => {
  const first = await upsert({ phone: '081200000008' });
  const again = await upsert({ phone: '081200000008' });

  expect([first.status, first.body]).toEqual([201, { id: expect.any(Number), phone: '6281200000008' }]);
  expect([again.status, again.body]).toEqual([200, first.body]);
});

contract('Endpoints > Contacts > GET /v1/contacts', async () => {
  const customer = await service.customer();
  const phones = ['6281200000011', '6281200000012', '6281200000013'];
  for (const phone of phones) await upsert({ phone }, customer);
  const other = await service.customer();

  const listed = await list('', customer);

  expect(listed.data.map((item: { phone: string }) => item.phone)).toEqual(phones);
  expect((await list('', other)).data).toEqual([]);
});

contract('Endpoints > Contacts > GET /v1/contacts > 1', async () => {
  const customer = await service.customer();
  await upsert({ phone: '6281200000021', tags: ['grosir & eceran'] }, customer);
  await upsert({ phone: '6281200000022', tags: ['lain'] }, customer);

  const tagged = await list(`?tag=${encodeURIComponent('grosir & eceran')}`, customer);
  const one = await list('?per_page=1', customer);
  const refused = await Promise.all(
    ['0', '-1', '1.5', 'banyak', ''].map((per) => customer.api('GET', `/v1/contacts?per_page=${per}`)),
  );

  expect(tagged.data.map((item: { phone: string }) => item.phone)).toEqual(['6281200000021']);
  expect(one.data).toHaveLength(1);
  for (const { status, body } of refused) {
    expect([status, Object.keys(body.errors)]).toEqual([422, ['per_page']]);
  }
});

contract('Endpoints > Contacts > GET /v1/contacts > 2', async () => {
  const customer = await service.customer();
  for (const n of [1, 2, 3]) await upsert({ phone: `628120000003${n}`, tags: ['a', 'b'] }, customer);

  const pages = [await list('?per_page=2', customer), await list('?per_page=2&page=2', customer)];

  expect(pages).toMatchObject([
    { current_page: 1, last_page: 2, total: 3 },
    { current_page: 2, last_page: 2, total: 3 },
  ]);
  expect(pages.map(({ data }) => data.length)).toEqual([2, 1]);
  for (const { data } of pages) {
    for (const item of data) expect(item.tags.toSorted()).toEqual(['a', 'b']);
  }
});

contract('Limits > Contacts page size', async () => {
  const customer = await service.customer();
  const phones = Array.from({ length: 205 }, (_, n) => `62813${String(n).padStart(8, '0')}`);
  await Promise.all(phones.map((phone) => upsert({ phone }, customer)));

  const sizes = await Promise.all(
    ['', '?per_page=200', '?per_page=201', '?per_page=99999'].map(
      async (query) => (await list(query, customer)).data.length,
    ),
  );

  expect(sizes).toEqual([50, 200, 200, 200]);
});
