import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MAX_MACROS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);
const RESOLVE = { end: 'resolve' };

async function team() {
  const chat = await shop();
  const { account, device } = chat;
  const user = (role: 'agent' | 'admin', name: string, deviceIds = [device.id]) =>
    staffOf(service.http, ctx, { account, role, name, deviceIds });
  const [admin, ani, budi] = [
    await user('admin', 'Ibu'),
    await user('agent', 'Ani'),
    await user('agent', 'Budi'),
  ];
  const label = async (name: string) => (await chat.api('POST', '/v1/labels', { name })).body.id as string;
  return { ...chat, admin, ani, budi, label };
}

const save = (by: Staff, name: string, acts: object, more: object = {}) =>
  by.call('POST', '/app/api/macros', { name, acts, ...more });
const macrosOf = async (by: Staff): Promise<Json[]> => (await by.call('GET', '/app/api/macros')).body.data;
const names = async (by: Staff) => (await macrosOf(by)).map(({ name }) => name);

test('own macros are of one user, shared ones of the account, and only an admin changes shared ones', async () => {
  const { admin, ani, budi } = await team();
  const own = (await save(ani, ' Lunas ', RESOLVE, { key: '1' })).body;
  const shared = (await save(admin, 'Besok', { end: 'snooze_tomorrow' }, { is_shared: true })).body;
  const put = (by: Staff, id: string, body: object) => by.call('PUT', `/app/api/macros/${id}`, body);

  const asAgent = await save(ani, 'Milik semua', RESOLVE, { is_shared: true });
  const ofOthers = await put(budi, own.id, { name: 'Curi', acts: RESOLVE });
  const sharedByAgent = await put(ani, shared.id, { name: 'Curi', acts: RESOLVE });
  for (const id of [own.id, shared.id]) await budi.call('DELETE', `/app/api/macros/${id}`);
  const changed = await put(admin, shared.id, {
    name: 'Lusa',
    acts: { end: 'snooze_week' },
    is_shared: true,
  });

  expect(own).toEqual({ id: own.id, name: 'Lunas', key: '1', acts: RESOLVE, is_shared: false });
  expect([asAgent.status, asAgent.body.error]).toEqual([403, 'insufficient_role']);
  expect([ofOthers, sharedByAgent].map(({ status, body }) => [status, body.error])).toEqual([
    [404, 'macro_not_found'],
    [404, 'macro_not_found'],
  ]);
  expect(changed.body).toMatchObject({ name: 'Lusa', key: null, acts: { end: 'snooze_week' } });
  expect([await names(ani), await names(budi)]).toEqual([['Lusa', 'Lunas'], ['Lusa']]);
  const entries = await tablesOf(ctx.db)
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', shared.id)
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['macro.created', 'macro.changed']);
});

test('a macro without an act, with unknown targets, or with a taken name or key is refused by field', async () => {
  const { ani, label } = await team();
  const vip = await label('vip');
  const unknown = '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55';
  await save(ani, 'Lunas', RESOLVE, { key: '1' });
  const errorsOf = async (acts: object, more: object = {}) =>
    Object.keys((await save(ani, 'Lain', acts, more)).body.errors);

  const found = [
    await errorsOf({}),
    await errorsOf({ reply: {} }),
    await errorsOf({ reply: { body: 'Halo {{nobody}}' } }),
    await errorsOf({ reply: { body: 'Halo {{contact.kota}}' } }),
    await errorsOf({ reply: { canned_reply_id: unknown } }),
    await errorsOf({ labels: { add: [unknown] } }),
    await errorsOf({ labels: { add: [vip], remove: [vip] } }),
    await errorsOf({ labels: { add: Array.from({ length: 11 }, () => vip) } }),
    await errorsOf({ assign: unknown }),
    await errorsOf({ assign: 'me', end: 'give_back' }),
    await errorsOf(RESOLVE, { key: 'e' }),
    await errorsOf(RESOLVE, { key: '1' }),
    await errorsOf(RESOLVE, { name: 'Lunas' }),
  ];
  for (let n = 1; n < MAX_MACROS; n += 1) await save(ani, `Makro ${n}`, RESOLVE);
  const over = await save(ani, 'Terlalu banyak', RESOLVE);

  expect(found.flat()).toEqual([
    ...['acts.reply', 'acts.reply.body', 'acts.reply.body', 'acts.reply.body'],
    ...['acts.reply.canned_reply_id', 'acts.labels.add', 'acts.labels.add', 'acts.labels.add'],
    ...['acts.assign', 'acts.assign', 'key', 'key', 'name'],
  ]);
  expect([over.status, over.body.errors.name]).toEqual([422, [expect.stringContaining(`${MAX_MACROS}`)]]);
});

test('a macro is prepared for a chat with names and values, and does nothing by itself', async () => {
  const { ani, budi, label, uuid, api } = await team();
  const [vip, baru] = [await label('vip'), await label('baru')];
  const acts = {
    reply: { body: 'Siap, {{customer.name|Kak}}. {{agent.name}}' },
    note: 'Lunas.',
    labels: { add: [vip], remove: [baru] },
    assign: budi.user.user_uuid,
    end: 'resolve',
  };
  const macro = (await save(ani, 'Lunas', acts)).body;
  await api('PATCH', `/v1/labels/${vip}`, { name: 'VIP' });
  const before = (await api('GET', `/v1/conversations/${uuid}`)).body;

  const prepared = await ani.call('GET', `/app/api/conversations/${uuid}/macros/${macro.id}`);
  const byOther = await budi.call('GET', `/app/api/conversations/${uuid}/macros/${macro.id}`);

  expect(prepared.body).toEqual({
    reply: { body: 'Siap, Kak. Ani', media: null },
    ...{ note: 'Lunas.', labels: { add: ['VIP'], remove: ['baru'] }, assignee: 'Budi', end: 'resolve' },
    ...{ gone: [], missing: [] },
  });
  expect([byOther.status, byOther.body.error]).toEqual([404, 'macro_not_found']);
  expect((await api('GET', `/v1/conversations/${uuid}`)).body).toEqual(before);
});

test('a macro whose reply, label or user is gone, or whose text lacks a value, names this before any act', async () => {
  const { admin, ani, budi, label, uuid, api } = await team();
  const vip = await label('vip');
  const canned = { shortcut: 'kirim', title: 'Kirim', body: 'Dikirim, {{customer.first_name}}.' };
  const reply = (await api('POST', '/v1/canned-replies', canned)).body;
  const acts = {
    reply: { canned_reply_id: reply.id },
    labels: { add: [vip] },
    assign: budi.user.user_uuid,
  };
  const macro = (await save(admin, 'Kirim', acts, { is_shared: true })).body;
  const prepare = async () =>
    (await ani.call('GET', `/app/api/conversations/${uuid}/macros/${macro.id}`)).body;

  const lacking = await prepare();
  await api('DELETE', `/v1/canned-replies/${reply.id}`);
  await api('DELETE', `/v1/labels/${vip}`);
  await tablesOf(ctx.db)
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('id', '=', budi.user.id)
    .execute();
  const gone = await prepare();

  expect(lacking).toMatchObject({ gone: [], missing: ['customer.first_name'], assignee: 'Budi' });
  expect(gone).toEqual({
    labels: { add: [], remove: [] },
    gone: ['reply', 'labels', 'assign'],
    missing: [],
  });
});
