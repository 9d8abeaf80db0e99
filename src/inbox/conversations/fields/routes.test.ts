import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { dropConversationValuesJob } from './field-values.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);
const ALL = { pesanan: 'INV-12', nilai: 250000, kirim: '2025-12-01', lunas: false, alasan: 'rusak' };

async function chat() {
  const made = await shop();
  const define = async (name: string, type: string, choices?: string[]) =>
    (await made.api('POST', '/v1/conversation-fields', { name, type, ...(choices && { choices }) })).body;
  const fields = [
    await define('pesanan', 'text'),
    await define('nilai', 'number'),
    await define('kirim', 'date'),
    await define('lunas', 'yes_no'),
    await define('alasan', 'choice', ['rusak', 'terlambat']),
  ];
  const path = `/v1/conversations/${made.uuid}`;
  const set = (values: object) => made.api('PATCH', `${path}/fields`, { fields: values });
  const shown = async () => (await made.api('GET', path)).body.fields;
  return { ...made, define, fields, path, set, shown };
}

test('a chat keeps a value of each type, changes one, loses one, and the timeline has each change once', async () => {
  const { api, path, set, shown } = await chat();

  const filled = await set(ALL);
  await set(ALL);
  const changed = await set({ nilai: 300000, pesanan: null, kirim: ' ' });

  expect([filled.status, filled.body.fields]).toEqual([200, ALL]);
  expect(changed.body.fields).toEqual({ nilai: 300000, lunas: false, alasan: 'rusak' });
  expect(await shown()).toEqual(changed.body.fields);
  const { data } = (await api('GET', `${path}/timeline`)).body;
  const entries = data.filter(({ kind }: { kind: string }) => kind === 'fields_changed');
  expect(entries.map(({ details }: { details: object }) => details)).toEqual([
    { fields: { nilai: 300000, pesanan: null, kirim: ' ' } },
    { fields: ALL },
  ]);
});

test('a wrong value, an unknown field and one of contacts are refused by name, and nothing is stored', async () => {
  const { api, set, shown } = await chat();
  await api('POST', '/v1/contact-fields', { name: 'kota', type: 'text' });

  const refused = await set({ nilai: 'banyak', alasan: 'hilang', kota: 'Solo', lunas: true });
  const taken = await api('POST', '/v1/conversation-fields', { name: 'kota', type: 'text' });
  const ofContact = await api('POST', '/v1/contacts', { phone: '081200000001', fields: { pesanan: 'x' } });

  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
    422,
    ['fields.nilai', 'fields.alasan', 'fields.kota'],
  ]);
  expect(refused.body.errors['fields.kota'][0]).toContain('/v1/conversation-fields');
  expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['name']]);
  expect(Object.keys(ofContact.body.errors)).toEqual(['fields.pesanan']);
  expect(await shown()).toEqual({});
});

test('an agent of the device fills fields, others find no chat, and agents define none', async () => {
  const { account, device, uuid } = await chat();
  const agent = (deviceIds: number[]) => staffOf(service.http, ctx, { account, role: 'agent', deviceIds });
  const [own, other] = [await agent([device.id]), await agent([])];
  const path = `/app/api/conversations/${uuid}/fields`;

  const done = await own.call('PATCH', path, { fields: { pesanan: 'INV-1' } });
  const hidden = await other.call('PATCH', path, { fields: { pesanan: 'INV-2' } });
  const defined = await own.call('POST', '/app/api/conversation-fields', { name: 'baru', type: 'text' });

  expect([done.status, done.body.fields]).toEqual([200, { pesanan: 'INV-1' }]);
  expect([hidden.body.error, defined.body.error]).toEqual(['conversation_not_found', 'insufficient_role']);
  const { action, detail } = await tablesOf(ctx.db)
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('target', '=', uuid)
    .executeTakeFirstOrThrow();
  expect([action, detail]).toEqual(['conversation.fields_changed', { fields: ['pesanan'] }]);
});

test('a webhook is notified of the change, with all values', async () => {
  const { api, account, set } = await chat();
  await api('POST', '/v1/webhooks', { url: 'https://toko.example/h', events: ['conversation.updated'] });

  await set({ pesanan: 'INV-9' });

  const { body } = await tablesOf(ctx.db)
    .selectFrom('events')
    .select('body')
    .where('account_id', '=', account.id)
    .where('type', '=', 'conversation.updated')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(String(body))).toMatchObject({ change: 'fields_changed', fields: { pesanan: 'INV-9' } });
});

test('a deleted field is hidden at once, and a job takes its values', async () => {
  const { api, account, fields, set, shown } = await chat();
  await set(ALL);

  const deleted = await api('DELETE', `/v1/conversation-fields/${fields[0].id}`);
  const after = await shown();
  await dropConversationValuesJob(ctx).run({ accountId: account.id }, new AbortController().signal);

  const { pesanan: _, ...rest } = ALL;
  expect([deleted.status, after]).toEqual([204, rest]);
  const { fields: stored } = await tablesOf(ctx.db)
    .selectFrom('conversation_values')
    .select('fields')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  expect(Object.values(stored ?? {}).toSorted()).toEqual(Object.values(rest).toSorted());
});
