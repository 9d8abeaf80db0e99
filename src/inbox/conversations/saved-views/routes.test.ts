import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { MAX_VIEWS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);

async function team() {
  const account = await insertAccount(ctx);
  const user = (role: 'agent' | 'admin') => staffOf(http, ctx, { account, role });
  return { admin: await user('admin'), agent: await user('agent'), other: await user('agent') };
}

const save = (by: Staff, name: string, more: object = {}) =>
  by.call('POST', '/app/api/views', { name, filter: { view: 'all', label: 'vip' }, ...more });
const viewsOf = async (by: Staff): Promise<Json[]> => (await by.call('GET', '/app/api/views')).body.data;
const names = async (by: Staff) => (await viewsOf(by)).map(({ name }) => name);

test('own views are of one user, shared ones of the account, and a name is replaced', async () => {
  const { admin, agent, other } = await team();

  const own = await save(agent, ' Grosir ');
  await save(agent, 'Grosir', { filter: { view: 'mine' } });
  await save(admin, 'Komplain', { is_shared: true });
  const stranger = (await team()).agent;

  expect([own.status, own.body.name]).toEqual([201, 'Grosir']);
  expect(await viewsOf(agent)).toEqual([
    { id: expect.any(String), name: 'Komplain', filter: { view: 'all', label: 'vip' }, is_shared: true },
    { id: own.body.id, name: 'Grosir', filter: { view: 'mine' }, is_shared: false },
  ]);
  expect([await names(other), await names(stranger)]).toEqual([['Komplain'], []]);
});

test('an agent shares and removes no shared view; an admin does, and no user removes those of others', async () => {
  const { admin, agent, other } = await team();
  const shared = (await save(admin, 'Komplain', { is_shared: true })).body.id;
  const own = (await save(agent, 'Grosir')).body.id;
  const remove = (by: Staff, id: string) => by.call('DELETE', `/app/api/views/${id}`);

  const refused = await save(agent, 'Milik semua', { is_shared: true });
  await remove(agent, shared);
  await remove(other, own);
  await remove(admin, own);
  const kept = await names(agent);
  const removed = await remove(admin, shared);
  await remove(agent, own);

  expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_role']);
  expect([kept, removed.status, await names(agent)]).toEqual([['Komplain', 'Grosir'], 204, []]);
});

test('unknown filters are refused, and the number is limited', async () => {
  const { agent } = await team();

  const unknown = await save(agent, 'x', { filter: { view: 'tomorrow' } });
  for (let n = 0; n < MAX_VIEWS; n += 1) await save(agent, `Tampilan ${n}`);
  const over = await save(agent, 'Terlalu banyak');
  const same = await save(agent, 'Tampilan 1');

  expect([unknown.status, over.status, Object.keys(over.body.errors), same.status]).toEqual([
    ...[422, 422],
    ['name'],
    201,
  ]);
});
