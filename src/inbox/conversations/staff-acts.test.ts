import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../test/harness/audit.ts';
import { openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice, insertMessage } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../test/harness/staff.ts';
import { tablesOf } from '../../../test/harness/tables.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);

/** A conversation with Ani, an agent of its device, and Budi, an admin. */
async function team() {
  const chat = await shop();
  const { account, device, uuid } = chat;
  const agent = (name: string, ...devices: { id: number }[]) =>
    staffOf(service.http, ctx, { account, role: 'agent', name, deviceIds: devices.map(({ id }) => id) });
  const ani = await agent('Ani', device);
  const budi = await staffOf(service.http, ctx, { account, role: 'admin', name: 'Budi' });
  let keys = 0;
  return {
    ...chat,
    ...{ ani, budi, agent },
    actAs: (staff: Staff, name: string, body: object = {}) =>
      staff.call('POST', `/app/api/conversations/${uuid}/${name}`, body),
    writeAs(staff: Staff, body: object = {}) {
      keys += 1;
      const key = { 'idempotency-key': `s-${keys}` };
      return staff.call(
        'POST',
        `/app/api/conversations/${uuid}/messages`,
        { body: 'Ada, Kak.', ...body },
        key,
      );
    },
  };
}

test('a reply of a user has the name of the user, and takes the conversation over for the user', async () => {
  const { ani, api, uuid, writeAs, messagesOf, read, timeline, account } = await team();

  const { status, body, headers } = await writeAs(ani);

  expect(status).toBe(202);
  expect(headers).not.toHaveProperty('x-ratelimit-limit');
  expect(await messagesOf('staff')).toMatchObject([
    { public_id: body.id, author_id: ani.user.id, details: { actor: 'Ani' } },
  ]);
  expect(await read()).toMatchObject({ owner_state: 'human_active', owner_reason: 'inbox', assignee: 'Ani' });
  expect((await timeline()).at(-1)).toMatchObject({ kind: 'taken_over', actor: 'Ani' });
  const history = await api('GET', `/v1/conversations/${uuid}/messages?limit=1`);
  expect(history.body.data[0]).toMatchObject({ author: 'staff', actor: 'Ani' });
  expect((await auditEntries(ctx, account.id)).at(-1)).toMatchObject({
    ...{ actor: 'user', actor_id: ani.user.user_uuid, action: 'conversation.replied', target: uuid },
    detail: { message_id: body.id },
  });
});

test('replies of users use the quota, but not the rate limit of the account', async () => {
  const { ani, writeAs, reply, sent, account } = await team();
  await tablesOf(ctx.db)
    .updateTable('plans')
    .set({ rate_per_minute: 1, monthly_quota: 4 })
    .where('name', '=', account.plan.name)
    .execute();

  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push((await writeAs(ani)).status);
  answers.push((await writeAs(ani)).body.error, (await reply()).status);

  expect(answers).toEqual([202, 202, 202, 202, 'quota_exceeded', 402]);
  expect(await sent()).toBe(4);
});

test('an answer of another user is shown before the own one is sent; the own replies are none', async () => {
  const { ani, budi, api, uuid, writeAs } = await team();
  const { data } = (await api('GET', `/v1/conversations/${uuid}/messages?limit=1`)).body;
  const seen = { seen_message_id: data[0].id };
  const first = await writeAs(ani, seen);

  const again = await writeAs(ani, seen);
  const refused = await writeAs(budi, seen);

  expect([first.status, again.status, refused.status]).toEqual([202, 202, 409]);
  expect(refused.body).toMatchObject({
    error: 'answered_meanwhile',
    messages: [{ id: again.body.id, actor: 'Ani' }, { id: first.body.id }],
  });
});

const ACTS = [
  { act: 'messages', body: { body: 'Halo' }, action: 'conversation.replied' },
  { act: 'takeover', body: {}, action: 'conversation.taken_over' },
  { act: 'assign', body: { assignee: 'Budi' }, action: 'conversation.assigned' },
  { act: 'give-back', body: {}, action: 'conversation.given_back' },
  { act: 'resolve', body: {}, action: 'conversation.resolved' },
  { act: 'read', body: {}, action: 'conversation.read' },
  { act: 'snooze', body: { for_minutes: 60 }, action: 'conversation.snoozed' },
  { act: 'notes', body: { body: 'Catatan' }, action: 'conversation.noted' },
  { act: 'labels', body: { add: ['vip'] }, action: 'conversation.labelled' },
] as const;

test.each(ACTS)('a user is in the audit log after $act, under the own name alone', async (each) => {
  const { ani, uuid, account, api, timeline } = await team();
  await api('POST', '/v1/labels', { name: 'vip' });
  const call = (body: object) => {
    const key = { 'idempotency-key': 'k' };
    return ani.call('POST', `/app/api/conversations/${uuid}/${each.act}`, body, key);
  };
  const last = (await auditEntries(ctx, account.id)).length;

  const disguised = await call({ ...each.body, actor: 'Budi' });
  const before = await auditEntries(ctx, account.id);
  const done = await call(each.body);

  if (each.act !== 'read')
    expect([disguised.status, Object.keys(disguised.body.errors)]).toEqual([422, ['actor']]);
  if (each.act !== 'read') expect(before).toHaveLength(last);
  expect(done.status).toBeLessThan(300);
  const user = { actor: 'user', actor_id: ani.user.user_uuid, target: uuid };
  expect((await auditEntries(ctx, account.id)).slice(last)).toMatchObject([{ ...user, action: each.action }]);
  if (each.act !== 'read') expect((await timeline()).at(-1)?.actor).toBe('Ani');
});

test('an act that changes nothing leaves no entry', async () => {
  const { ani, actAs, account } = await team();
  await actAs(ani, 'takeover');
  await actAs(ani, 'read');
  const before = await auditEntries(ctx, account.id);

  await actAs(ani, 'takeover');
  await actAs(ani, 'read');

  expect(await auditEntries(ctx, account.id)).toEqual(before);
});

test('a user takes a conversation over from another user, for oneself or for a colleague', async () => {
  const { ani, budi, actAs, read } = await team();
  await actAs(ani, 'takeover');
  const first = await read();

  await actAs(budi, 'takeover');
  const second = await read();
  await actAs(budi, 'takeover', { assignee: 'ani' });

  expect([first.assignee, second.assignee, (await read()).assignee]).toEqual(['Ani', 'Budi', 'Ani']);
});

test('users assign to active users who see the conversation; keys write any name', async () => {
  const { ani, budi, agent, actAs, act, account, device, read } = await team();
  const other = await insertDevice(ctx, account);
  await agent('Citra', other);
  const dewi = await agent('Dewi', device);
  const eka = await agent('Eka', device);
  await tablesOf(ctx.db)
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('id', '=', eka.user.id)
    .execute();

  const refused = [];
  for (const assignee of ['Citra', 'Eka', 'Fajar', 'api'])
    refused.push(await actAs(ani, 'assign', { assignee }));
  const accepted = await actAs(budi, 'assign', { assignee: 'DEWI' });

  for (const { status, body } of refused)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['assignee']]);
  expect([accepted.status, (await read()).assignee]).toEqual([200, dewi.user.name]);
  expect((await act('assign', { assignee: 'Orang luar' })).body.assignee).toBe('Orang luar');
});

test('an agent without the device finds no conversation to act on', async () => {
  const { agent, actAs, writeAs, account } = await team();
  const other = await insertDevice(ctx, account);
  await insertMessage(ctx, other);
  const citra = await agent('Citra', other);

  const answers = [
    await writeAs(citra),
    await actAs(citra, 'takeover'),
    await actAs(citra, 'notes', { body: 'x' }),
  ];

  for (const { status, body } of answers)
    expect([status, body.error]).toEqual([404, 'conversation_not_found']);
});

test('a canned reply has the name of the user; changes of canned replies and labels are audited', async () => {
  const { budi, uuid, account, device, agent } = await team();
  const text = { shortcut: 'halo', title: 'Salam', body: 'Halo, saya {{agent.name}}.' };
  const only = { device_uuids: [(await insertDevice(ctx, account)).device_uuid] };
  const citra = await agent('Citra', device);

  const { id } = (await budi.call('POST', '/app/api/canned-replies', text)).body;
  await budi.call('POST', '/app/api/canned-replies', { ...text, ...only, shortcut: 'lain' });
  const rendered = await citra.call('POST', `/app/api/conversations/${uuid}/canned-replies/${id}/render`);
  const listed = await citra.call('GET', '/app/api/canned-replies');
  const refused = await citra.call('DELETE', `/app/api/canned-replies/${id}`);
  await budi.call('PATCH', `/app/api/canned-replies/${id}`, { title: 'Sapaan' });
  await budi.call('DELETE', `/app/api/canned-replies/${id}`);
  const label = (await budi.call('POST', '/app/api/labels', { name: 'vip' })).body.id;
  await budi.call('PATCH', `/app/api/labels/${label}`, { name: 'VIP' });
  await budi.call('PATCH', `/app/api/labels/${label}`, { color: 'red' });
  await budi.call('DELETE', `/app/api/labels/${label}`);

  expect(rendered.body).toEqual({ body: 'Halo, saya Citra.', missing: [] });
  expect(listed.body.data.map(({ shortcut }: Json) => shortcut)).toEqual(['halo']);
  expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_role']);
  const actions = (await auditEntries(ctx, account.id)).map(({ action }) => action);
  expect(actions.filter((action) => /^(canned_reply|label)\./.test(action))).toEqual([
    ...['canned_reply.created', 'canned_reply.created', 'canned_reply.changed', 'canned_reply.deleted'],
    ...['label.created', 'label.renamed', 'label.recolored', 'label.deleted'],
  ]);
});
