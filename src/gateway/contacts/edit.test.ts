import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const phone = '6281234567890';
const full = { phone, name: 'Budi', email: 'budi@example.com', tags: ['jakarta', 'vip'] };

/** An account with one contact. */
async function shop() {
  const { api, account } = await service.customer();
  const { body } = await api('POST', '/v1/contacts', full);
  const path = `/v1/contacts/${body.id}`;
  const total = async (tag: string) => (await api('GET', `/v1/contacts?tag=${tag}`)).body.total;
  return { api, account, id: body.id as number, path, total };
}

test('a contact is read by its id', async () => {
  const { api, path, id } = await shop();

  const { status, body } = await api('GET', path);

  expect([status, body]).toMatchObject([200, { id, ...full }]);
});

test.each([
  [{ name: 'Ani' }, { name: 'Ani' }],
  [
    { name: null, email: null, tags: null },
    { name: '', email: null, tags: [] },
  ],
  [{ tags: ['baru'] }, { tags: ['baru'] }],
  [{ tags_add: ['baru'], tags_remove: ['vip'] }, { tags: ['baru', 'jakarta'] }],
  [{ phone: '0812-9999-0000' }, { phone: '6281299990000' }],
])('the change %j leaves the other fields', async (change, expected) => {
  const { api, path, id } = await shop();

  const { status, body } = await api('PATCH', path, change);

  expect([status, body]).toMatchObject([200, { id, ...full, ...expected }]);
  expect((await api('GET', path)).body).toEqual(body);
});

test('a corrected number keeps the tags, and the old number is free again', async () => {
  const { api, path, id, total } = await shop();

  await api('PATCH', path, { phone: '6281299990000' });
  const again = await api('POST', '/v1/contacts', { phone });

  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(id);
  expect(await total('vip')).toBe(1);
});

test.each([
  ['the number of another contact', '6281299990000', 409, 'contact_number_taken'],
  ['another spelling of the number of another contact', '5511987654321', 409, 'contact_number_taken'],
  ['no number', '12', 422, undefined],
])('a contact cannot get %s', async (_name, wanted, status, error) => {
  const { api, path } = await shop();
  for (const other of ['6281299990000', '551187654321']) await api('POST', '/v1/contacts', { phone: other });

  const answer = await api('PATCH', path, { phone: wanted, name: 'Ani' });

  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect((await api('GET', path)).body).toMatchObject(full);
});

test('of many who want one number at once, one contact gets it', async () => {
  const { api } = await shop();
  const made = await Promise.all(
    [1, 2, 3, 4].map((n) => api('POST', '/v1/contacts', { phone: `628111000000${n}` })),
  );

  const answers = await Promise.all(
    made.map(({ body }) => api('PATCH', `/v1/contacts/${body.id}`, { phone: '6285500001111' })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('a deleted contact leaves lists and tags, and its opt-out stays', async () => {
  const { api, path, total } = await shop();
  await api('POST', '/v1/opt-outs', { phone });

  const gone = await api('DELETE', path);

  expect(gone.status).toBe(204);
  expect([await total('vip'), await total('')]).toEqual([0, 0]);
  expect((await api('GET', `/v1/opt-outs?phone=${phone}`)).body.data).toHaveLength(1);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const answer = await api(method, path, method === 'PATCH' ? { name: 'Ani' } : undefined);
    expect([answer.status, answer.body.error]).toEqual([404, 'contact_not_found']);
  }
  const { body } = await api('POST', '/v1/contacts', { phone });
  expect((await api('GET', `/v1/contacts/${body.id}`)).body).toMatchObject({ name: '', tags: [] });
});
