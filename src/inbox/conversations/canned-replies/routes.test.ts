import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Answer, Json } from '../../../../test/harness/shop.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MAX_CANNED_REPLIES } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { http } = service;
const { shop } = openChats(ctx, service);
const SENT = {
  shortcut: 'dikirim',
  title: 'Dikirim',
  body: 'Halo {{customer.first_name|Kak}}, sudah dikirim.',
};

test('a canned reply is made, shown, changed and deleted', async () => {
  const { api } = await shop();
  const made = await api('POST', '/v1/canned-replies', { ...SENT, language: 'id' });
  const path = `/v1/canned-replies/${made.body.id}`;
  ctx.clock.advance(1_000);

  const changed = await api('PATCH', path, { title: 'Sudah dikirim', language: null });
  const shown = await api('GET', path);
  const listed = await api('GET', '/v1/canned-replies');
  const deleted = await api('DELETE', path);

  expect(made).toMatchObject({ status: 201, body: { ...SENT, language: 'id', device_uuids: null } });
  expect(changed.body).toMatchObject({ ...SENT, title: 'Sudah dikirim', language: null });
  expect(Date.parse(changed.body.updated_at) - Date.parse(changed.body.created_at)).toBe(1_000);
  expect(shown.body).toEqual(changed.body);
  expect(listed.body).toEqual({ data: [changed.body], next_cursor: null });
  expect([deleted.status, (await api('GET', path)).body.error]).toEqual([204, 'canned_reply_not_found']);
});

test('a conversation gives the variables their values, and names those without one', async () => {
  const { api, uuid, account } = await shop();
  const body =
    '{{customer.name|Kak}}/{{customer.first_name}}/{{customer.phone}}/{{agent.name}}/{{device.label}}';
  const { id } = (await api('POST', '/v1/canned-replies', { ...SENT, body })).body;
  const render = (given: object) =>
    api('POST', `/v1/conversations/${uuid}/canned-replies/${id}/render`, given);

  const unnamed = await render({});
  await tablesOf(ctx.db)
    .updateTable('people')
    .set({ name: ' Budi  Santoso' })
    .where('account_id', '=', account.id)
    .execute();
  const named = await render({ actor: 'Ani' });

  expect(unnamed.body).toEqual({
    body: `Kak//${CHAT_PHONE}//Kasir`,
    missing: ['customer.first_name', 'agent.name'],
  });
  expect(named).toMatchObject({
    status: 200,
    body: { body: `Budi  Santoso/Budi/${CHAT_PHONE}/Ani/Kasir`, missing: [] },
  });
});

test('a canned reply has the fields of the contact, and no field that the account does not have', async () => {
  const { api, uuid } = await shop();
  await api('POST', '/v1/contact-fields', { name: 'poin', type: 'number' });
  const body = '{{contact.poin}} {{contact.email|-}}';
  const { id } = (await api('POST', '/v1/canned-replies', { ...SENT, body })).body;
  const render = async () =>
    (await api('POST', `/v1/conversations/${uuid}/canned-replies/${id}/render`, {})).body;

  const before = await render();
  await api('PATCH', `/v1/conversations/${uuid}/contact`, { fields: { poin: 12 } });
  const refused = await api('PATCH', `/v1/canned-replies/${id}`, { body: '{{contact.points}}' });

  expect([before, await render()]).toEqual([
    { body: ' -', missing: ['contact.poin'] },
    { body: '12 -', missing: [] },
  ]);
  expect(refused.body.errors).toEqual({ body: [expect.stringContaining('contact.poin')] });
});

test.each([
  ['shortcut', { shortcut: 'Dua Kata' }],
  ['shortcut', { shortcut: 's'.repeat(51) }],
  ['title', { title: ' ' }],
  ['body', { body: 'Halo {{nama}}' }],
  ['body', { body: 'x'.repeat(4_097) }],
  ['language', { language: 'bahasa Indonesia' }],
  ['device_uuids', { device_uuids: [] }],
  ['device_uuids.0', { device_uuids: ['x'] }],
])('a wrong %s is a field error', async (field, wrong) => {
  const { api } = await shop();

  const { status, body } = await api('POST', '/v1/canned-replies', { ...SENT, ...wrong });

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('of ten with one shortcut at once, one is made; another one may not take it later', async () => {
  const { api } = await shop();

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api('POST', '/v1/canned-replies', SENT)),
  );
  const other = await api('POST', '/v1/canned-replies', { ...SENT, shortcut: 'lain' });
  const renamed = await api('PATCH', `/v1/canned-replies/${other.body.id}`, { shortcut: 'dikirim' });

  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
  expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([422, ['shortcut']]);
});

test('the filter by device has those for it and those for all; a device of others does not exist', async () => {
  const { api, device, account } = await shop();
  const other = await insertDevice(ctx, account);
  const only = (uuid: string) => ({ device_uuids: [uuid] });
  await api('POST', '/v1/canned-replies', { ...SENT, shortcut: 'semua' });
  await api('POST', '/v1/canned-replies', { ...SENT, shortcut: 'satu', ...only(device.device_uuid) });
  await api('POST', '/v1/canned-replies', { ...SENT, shortcut: 'lain', ...only(other.device_uuid) });
  const foreign = (await shop()).device.device_uuid;

  const listed = await api('GET', `/v1/canned-replies?device_uuid=${device.device_uuid}`);
  const refused = await api('POST', '/v1/canned-replies', { ...SENT, ...only(foreign) });

  expect(listed.body.data.map(({ shortcut }: Json) => shortcut)).toEqual(['semua', 'satu']);
  expect([refused.status, refused.body.error]).toEqual([404, 'device_not_found']);
});

test('an account has a limited number, on pages of any size', async () => {
  const { api, account } = await shop();
  const at = { created_at: ctx.now(), updated_at: ctx.now() };
  const rows = Array.from({ length: MAX_CANNED_REPLIES - 1 }, (_, n) => ({
    ...{ account_id: account.id, title: 'Judul', body: 'Halo', ...at },
    shortcut: `s-${n}`,
  }));
  await tablesOf(ctx.db).insertInto('canned_replies').values(rows).execute();

  const last = await api('POST', '/v1/canned-replies', SENT);
  const beyond = await api('POST', '/v1/canned-replies', { ...SENT, shortcut: 'lain' });
  const seen = new Set<string>();
  for (let page = ''; page !== null; ) {
    const { body }: Answer = await api('GET', `/v1/canned-replies?limit=200${page}`);
    for (const { id } of body.data) seen.add(id);
    page = body.next_cursor && `&cursor=${body.next_cursor}`;
  }

  expect([last.status, beyond.status, beyond.body.error]).toEqual([201, 422, 'canned_reply_limit_reached']);
  expect(seen.size).toBe(MAX_CANNED_REPLIES);
});

test('an agent sees no other devices of a canned reply', async () => {
  const { api, account, deviceUuid } = await shop();
  const other = await insertDevice(ctx, account);
  const device_uuids = [deviceUuid, other.device_uuid];
  const { id } = (await api('POST', '/v1/canned-replies', { ...SENT, device_uuids })).body;
  const agent = await staffOf(http, ctx, { account, role: 'agent', deviceIds: [other.id] });

  const shown = await agent.call('GET', `/app/api/canned-replies/${id}`);
  const listed = await agent.call('GET', '/app/api/canned-replies');

  expect(shown.body.device_uuids).toEqual([other.device_uuid]);
  expect(listed.body.data).toEqual([shown.body]);
});
