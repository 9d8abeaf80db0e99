import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MAX_LABELS_OF_CONVERSATION } from '../schema.ts';
import { removeDeletedLabels } from './removal.ts';
import { MAX_LABELS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);

async function shop(people = 1) {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  for (let n = 0; n < people; n += 1) await receive(inbound(device, `62812000000${10 + n}`));
  const rows = await conversationsOf(ctx, customer.account);
  const create = (name: unknown) => customer.api('POST', '/v1/labels', { name });
  const change = (body: object, n = 0) =>
    customer.api('POST', `/v1/conversations/${rows[n]?.conversation_uuid}/labels`, body);
  const get = async (path: string): Promise<Json> => (await customer.api('GET', path)).body;
  const names = async (): Promise<string[]> => (await get('/v1/labels')).data.map(({ name }: Json) => name);
  const found = async (label: string): Promise<number> =>
    (await get(`/v1/conversations?label=${encodeURIComponent(label)}`)).data.length;
  return { ...customer, create, change, get, names, found };
}

test('labels are created, listed in pages, renamed and deleted', async () => {
  const { create, get, api, names } = await shop();
  for (const name of ['vip', ' baru ', 'Ñandú']) expect((await create(name)).status).toBe(201);

  const first = await get('/v1/labels?limit=2');
  const second = await get(`/v1/labels?limit=2&cursor=${first.next_cursor}`);
  const [vip, baru] = first.data;
  const renamed = await api('PATCH', `/v1/labels/${vip.id}`, { name: 'VIP' });
  const removed = await api('DELETE', `/v1/labels/${baru.id}`);

  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['vip', 'baru', 'Ñandú']);
  expect(second.next_cursor).toBeNull();
  expect(renamed.body).toEqual({ ...vip, name: 'VIP' });
  expect([removed.status, removed.body]).toEqual([204, null]);
  expect(await names()).toEqual(['VIP', 'Ñandú']);
});

test('new labels differ in colour; a colour is chosen, and unknown ones are refused', async () => {
  const { api } = await service.customer();
  const make = async (body: object) => (await api('POST', '/v1/labels', body)).body;

  const [first, second, third] = [
    await make({ name: 'a' }),
    await make({ name: 'b' }),
    await make({ name: 'c', color: 'teal' }),
  ];
  const changed = await api('PATCH', `/v1/labels/${first.id}`, { color: 'purple' });
  const refused = await api('PATCH', `/v1/labels/${first.id}`, { color: 'mauve' });
  const empty = await api('PATCH', `/v1/labels/${first.id}`, {});

  expect([first.color, second.color, third.color]).toEqual(['red', 'orange', 'teal']);
  expect(changed.body).toEqual({ ...first, color: 'purple' });
  expect([refused.status, refused.body.errors.color, empty.status]).toEqual([422, expect.any(Array), 422]);
});

test('two labels never have the same name, regardless of case, also at once', async () => {
  const { create, api, names } = await shop();
  const answers = await Promise.all(['Ñandú', 'ÑANDÚ', 'ñandú'].map(create));
  const other = (await create('lain')).body;

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const renamed = await api('PATCH', `/v1/labels/${other.id}`, { name: 'ñANDÚ' });
  expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([422, ['name']]);
  expect((await names()).length).toBe(2);
});

test('an account has a bounded number of labels, and a deleted one makes room', async () => {
  const { account, create, get, api } = await shop();
  await ctx.pool.query(
    `insert into labels (account_id, name, created_at) select $1, 'label ' || n, now() from generate_series(1, $2) n`,
    [account.id, MAX_LABELS - 1],
  );

  const answers = await Promise.all(['satu', 'dua', 'tiga'].map(create));
  expect(answers.map(({ body: { error } }) => error).filter(Boolean)).toEqual([
    'label_limit_reached',
    'label_limit_reached',
  ]);
  const { data, next_cursor } = await get('/v1/labels?limit=200');
  expect([data.length, next_cursor]).toEqual([MAX_LABELS, null]);
  await api('DELETE', `/v1/labels/${data[0].id}`);
  expect((await create('empat')).status).toBe(201);
});

test.each([undefined, '', ' ', 7, 'x'.repeat(51), 'a\0'])('a label is not named %j', async (name) => {
  const { create, names } = await shop();

  const answer = await create(name);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']]);
  expect(await names()).toEqual([]);
});

test.each(['none', '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20'])('there is no label %s', async (id) => {
  const { api } = await shop();

  const answers = [
    await api('PATCH', `/v1/labels/${id}`, { name: 'x' }),
    await api('DELETE', `/v1/labels/${id}`),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [404, 'label_not_found'],
    [404, 'label_not_found'],
  ]);
});

test('labels are added to a conversation and removed, and the timeline says so', async () => {
  const { create, change, found, get } = await shop(2);
  for (const name of ['vip', 'baru', 'lama']) await create(name);

  const added = await change({ add: ['VIP', 'baru', 'Baru'], actor: 'Ani' });
  const changed = await change({ add: ['lama', 'vip'], remove: ['BARU', 'tidak ada'] });
  const same = await change({ add: ['lama'], remove: ['baru'] });

  expect(added.body.labels).toEqual(['baru', 'vip']);
  expect(changed.body.labels).toEqual(['lama', 'vip']);
  expect(same.body).toEqual(changed.body);
  expect([await found('vip'), await found('Lama'), await found('baru')]).toEqual([1, 1, 0]);
  const { data } = await get(`/v1/conversations/${added.body.id}/timeline`);
  expect(data.map(({ kind, actor, details }: Json) => [kind, actor, details])).toEqual([
    ['labelled', 'api', { added: ['lama'], removed: ['baru'] }],
    ['labelled', 'Ani', { added: ['baru', 'vip'], removed: [] }],
    ['opened', 'customer', { owner_state: 'human_waiting' }],
  ]);
});

test.each<[object, string]>([
  [{}, 'add'],
  [{ add: ['tidak ada'] }, 'add'],
  [{ add: ['vip'], remove: ['VIP'] }, 'add'],
  [{ add: 'vip' }, 'add'],
  [{ add: [''] }, 'add.0'],
  [{ remove: Array.from({ length: MAX_LABELS_OF_CONVERSATION + 1 }, (_, n) => `${n}`) }, 'remove'],
])('the labels %j are refused', async (body, field) => {
  const { create, change, get } = await shop();
  await create('vip');

  const answer = await change(body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect((await get('/v1/conversations')).data[0].labels).toEqual([]);
});

test('a conversation has a bounded number of labels', async () => {
  const { create, change } = await shop();
  const all = Array.from({ length: MAX_LABELS_OF_CONVERSATION + 1 }, (_, n) => `label ${n}`);
  for (const name of all) await create(name);
  await change({ add: all.slice(1) });

  const refused = await change({ add: all.slice(0, 1) });
  const exchanged = await change({ add: all.slice(0, 1), remove: all.slice(1, 2) });

  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['add']]);
  expect(exchanged.body.labels).toHaveLength(MAX_LABELS_OF_CONVERSATION);
});

test('labels of another account are unknown', async () => {
  const [one, other] = [await shop(), await shop()];
  const { id } = (await other.create('rahasia')).body;

  expect((await one.change({ add: ['rahasia'] })).status).toBe(422);
  expect((await one.api('DELETE', `/v1/labels/${id}`)).status).toBe(404);
  expect(await other.names()).toEqual(['rahasia']);
});

test('a deleted label is shown no more, and a job removes it from its conversations', async () => {
  const { account, create, change, api, found, get } = await shop(3);
  const { id } = (await create('vip')).body;
  for (const n of [0, 1, 2]) await change({ add: ['vip'] }, n);

  await api('DELETE', `/v1/labels/${id}`);

  expect(await found('vip')).toBe(0);
  expect((await get('/v1/conversations')).data.map(({ labels }: Json) => labels)).toEqual([[], [], []]);
  expect((await create('VIP')).status).toBe(201);
  await Promise.all([removeDeletedLabels(ctx), removeDeletedLabels(ctx)]);
  expect((await conversationsOf(ctx, account)).map(({ label_count }) => label_count)).toEqual([0, 0, 0]);
  const labels = tablesOf(ctx.db).selectFrom('labels').select('name').where('account_id', '=', account.id);
  expect(await labels.execute()).toEqual([{ name: 'VIP' }]);
});

test('labels that are deleted while conversations get them leave nothing behind', async () => {
  const { account, create, change, api } = await shop(4);
  const { id } = (await create('vip')).body;

  await Promise.all([
    ...[0, 1].map((n) => change({ add: ['vip'] }, n)),
    api('DELETE', `/v1/labels/${id}`).then(() => removeDeletedLabels(ctx)),
    ...[2, 3].map((n) => change({ add: ['vip'] }, n)),
  ]);
  await removeDeletedLabels(ctx);

  expect((await conversationsOf(ctx, account)).map(({ label_count }) => label_count)).toEqual([0, 0, 0, 0]);
});
