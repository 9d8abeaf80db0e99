import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice, insertMessages } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { runTimers } from '../ownership/timers.ts';
import { endSnoozes } from './snooze.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const PHONE = '6281200000010';

async function shop(messages = 1) {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  const write = () => receive(inbound(device, PHONE));
  for (let n = 0; n < messages; n += 1) await write();
  const read = async () => {
    const [row] = await conversationsOf(ctx, customer.account);
    if (!row) throw new Error('there is no conversation');
    return row;
  };
  const { conversation_uuid: uuid } = await read();
  const act = (name: string, body: object = {}) =>
    customer.api('POST', `/v1/conversations/${uuid}/${name}`, body);
  const get = async (path: string): Promise<Json> =>
    (await customer.api('GET', `/v1/conversations/${uuid}${path}`)).body;
  const timeline = async (): Promise<string[]> => (await get('/timeline')).data.map(({ kind }: Json) => kind);
  return { ...customer, device, uuid, write, read, act, get, timeline };
}

/** The same database at a later time. */
const later = (ms: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + ms) });

test('reading a conversation leaves nothing unread, and the customer still waits', async () => {
  const { act, read } = await shop(3);

  const answer = await act('read');

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ unread: 0, waiting_since: expect.any(String) });
  expect(await read()).toMatchObject({ unread: 0, last_human_at: null, ownership_version: 1 });
});

test('messages after the last one that was read stay unread', async () => {
  const { act, get, device } = await shop(4);
  await insertMessages(ctx, device, [{ phone: PHONE, status: 'sent', public_id: 900 }]);
  const { data } = await get('/messages');
  const [, newest, , second] = data;

  expect((await act('read', { up_to: second.id })).body.unread).toBe(2);
  expect((await act('read', { up_to: newest.id })).body.unread).toBe(0);
  expect((await act('read', { up_to: second.id })).body.unread).toBe(0);
});

test('neither an edit nor a message of the account counts as a message that was not read', async () => {
  const { act, get, device, account, read } = await shop(3);
  const [newest, , first] = (await get('/messages')).data;
  await receive(inbound(device, PHONE, { editOf: first.wa_message_id }));
  await receive(inbound(device, PHONE, { editOf: first.wa_message_id }));
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, source, type, status, phone, due, created_at)
     select $1, $2, 'out', 'api', 'text', 'sent', $3, false, now() from generate_series(1, 1001)`,
    [account.id, device.id, PHONE],
  );
  expect((await read()).unread).toBe(3);

  expect((await act('read', { up_to: first.id })).body.unread).toBe(2);
  expect((await act('read', { up_to: newest.id })).body.unread).toBe(0);
});

test.each([
  ['a message of nothing', { up_to: 987_654_321 }, 'up_to'],
  ['a text', { up_to: '1' }, 'up_to'],
])('up_to refuses %s', async (_name, body, field) => {
  const { act, read } = await shop(2);

  const answer = await act('read', body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect((await read()).unread).toBe(2);
});

test('up_to refuses a message of another conversation', async () => {
  const { act, get, device, account, api } = await shop();
  await receive(inbound(device, '6281200000099'));
  const other = (await conversationsOf(ctx, account))[1]?.conversation_uuid;
  const [{ id }] = (await api('GET', `/v1/conversations/${other}/messages`)).body.data;

  expect((await act('read', { up_to: id })).status).toBe(422);
  expect((await get('')).unread).toBe(1);
});

test('a message that arrives while others are marked as read is unread', async () => {
  const { act, write, get, read } = await shop(3);
  const [{ id }] = (await get('/messages')).data;

  await Promise.all([write(), act('read', { up_to: id }), write()]);

  expect((await read()).unread).toBe(2);
});

test('a snoozed conversation is shown as snoozed, until a job ends it on top of the list', async () => {
  const { act, read, api, timeline } = await shop();
  const until = new Date(ctx.now().getTime() + HOUR);

  const answer = await act('snooze', { until, actor: 'Ani' });

  expect(answer.body.snoozed_until).toBe(until.toISOString());
  const listed = async (query: string) => (await api('GET', `/v1/conversations?${query}`)).body.data.length;
  expect(await Promise.all(['snoozed=true', 'snoozed=false'].map(listed))).toEqual([1, 0]);
  await endSnoozes(later(59 * MINUTE));
  expect((await read()).snoozed_until).toEqual(until);
  await Promise.all([1, 2, 3].map(() => endSnoozes(later(61 * MINUTE))));
  expect(await Promise.all(['snoozed=true', 'snoozed=false'].map(listed))).toEqual([0, 1]);
  const after = await read();
  expect(after.last_at.getTime()).toBeGreaterThan(until.getTime());
  expect(after).toMatchObject({ unread: 1, owner_state: 'human_waiting', ownership_version: 1 });
  expect(await timeline()).toEqual(['snooze_ended', 'snoozed', 'opened']);
});

test('a message of the customer ends the snooze', async () => {
  const { act, read, write } = await shop();
  await act('snooze', { for_minutes: 60 });

  await write();

  expect((await read()).snoozed_until).toBeNull();
});

test.each([{ until: null }, { for_minutes: null }])('%j ends the snooze', async (body) => {
  const { act, timeline } = await shop();
  await act('snooze', { for_minutes: 60 });

  const answers = [await act('snooze', body), await act('snooze', body)];

  expect(answers.map(({ body: { snoozed_until } }) => snoozed_until)).toEqual([null, null]);
  expect(await timeline()).toEqual(['snooze_ended', 'snoozed', 'opened']);
});

test.each<[object, string]>([
  [{}, 'until'],
  [{ until: new Date(0), for_minutes: 5 }, 'until'],
  [{ until: 'besok' }, 'until'],
  [{ until: new Date(0) }, 'until'],
  [{ until: new Date(Date.now() + 91 * DAY) }, 'until'],
  [{ for_minutes: 0 }, 'for_minutes'],
  [{ for_minutes: 90 * 24 * 60 + 1 }, 'for_minutes'],
  [{ for_minutes: 1.5 }, 'for_minutes'],
])('snooze refuses %j', async (body, field) => {
  const { act, read } = await shop();

  const answer = await act('snooze', body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect((await read()).snoozed_until).toBeNull();
});

test('a closed conversation cannot be snoozed', async () => {
  const { act, read } = await shop();
  await act('resolve');

  const answer = await act('snooze', { for_minutes: 60 });

  expect([answer.status, answer.body.error]).toEqual([409, 'conversation_closed']);
  expect((await read()).snoozed_until).toBeNull();
});

test('a conversation that staff answers goes back after its snooze and an idle time', async () => {
  const { act, read, account } = await shop();
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  await act('takeover');
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set({ waiting_since: null })
    .where('account_id', '=', account.id)
    .execute();
  await act('snooze', { for_minutes: 24 * 60 });

  await runTimers(later(23 * HOUR));
  expect(await read()).toMatchObject({ owner_state: 'human_active', snoozed_until: expect.any(Date) });
  await endSnoozes(later(25 * HOUR));
  await runTimers(later(26 * HOUR));
  expect((await read()).owner_state).toBe('human_active');
  await runTimers(later(38 * HOUR));
  expect((await read()).owner_state).toBe('bot');
});

test('a conversation whose snooze cannot end delays no other', async () => {
  const [broken, other] = [await shop(), await shop()];
  for (const { act } of [broken, other]) await act('snooze', { for_minutes: 1 });
  const { id } = await broken.read();
  await ctx.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before update on conversations for each row when (old.id = ${id})
       execute function refuse()`,
  );

  await endSnoozes(later(HOUR));

  expect((await other.read()).snoozed_until).toBeNull();
  expect((await broken.read()).snoozed_until).not.toBeNull();
  await ctx.pool.query('drop trigger refuse on conversations');
});
