import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { watchStatements } from '../../../test/harness/statements.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { inboundHooks } from '../../app/inbound-hooks.ts';
import { applyTrigger } from '../../gateway/devices/device.ts';
import { createInbound } from '../../gateway/messages/inbound/inbound.ts';
import { identityOf } from '../../gateway/people/identity.ts';
import { conversationHook } from './inbound-hook.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '12' } });
const receive = receiver(ctx);
const PHONE = '6281200000001';
const MINUTE = 60_000;

async function shop() {
  const account = await insertAccount(ctx);
  return { account, device: await insertDevice(ctx, account) };
}

test('the first message of a person opens a conversation that waits for staff', async () => {
  const { account, device } = await shop();
  const at = new Date(ctx.now().getTime() - MINUTE);

  await receive(inbound(device, PHONE, { at }));

  const [conversation, ...others] = await conversationsOf(ctx, account);
  expect(others).toEqual([]);
  expect(conversation).toMatchObject({
    ...{ owner_state: 'human_waiting', ownership_version: 1, owner_reason: 'inbound', episode: 1, unread: 1 },
    ...{ phone: PHONE, waiting_since: at, last_customer_at: at, last_human_at: null, bot_context_from: null },
  });
  const events = await eventsOf(conversation?.id);
  expect(events).toMatchObject([
    { kind: 'opened', actor: 'customer', episode: 1, details: { owner_state: 'human_waiting' } },
  ]);
});

test('further messages count as unread, and the customer waits since the first one', async () => {
  const { account, device } = await shop();
  const [first, second] = [
    new Date(ctx.now().getTime() - 2 * MINUTE),
    new Date(ctx.now().getTime() - MINUTE),
  ];
  await receive(inbound(device, PHONE, { at: first }));
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set({ snoozed_until: new Date() })
    .where('account_id', '=', account.id)
    .execute();

  await receive(inbound(device, PHONE, { at: second }), inbound(device, PHONE, { at: first }));

  expect(await conversationsOf(ctx, account)).toMatchObject([
    { unread: 3, waiting_since: first, last_at: expect.any(Date), last_customer_at: second, episode: 1 },
  ]);
  expect(await conversationsOf(ctx, account)).toMatchObject([{ ownership_version: 1, snoozed_until: null }]);
});

test('an edit of an earlier message asks nothing: it opens no conversation, and nothing counts as unread', async () => {
  const { account, device } = await shop();
  const first = inbound(device, PHONE, { at: new Date(ctx.now().getTime() - MINUTE) });
  await receive(first);
  const change = { owner_state: 'closed' as const, waiting_since: null, unread: 0 };
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set(change)
    .where('account_id', '=', account.id)
    .execute();
  const [closed] = await conversationsOf(ctx, account);

  const edit = { editOf: first.message.waMessageId };
  await receive(inbound(device, PHONE, edit), inbound(device, PHONE, edit));

  const [edited] = await conversationsOf(ctx, account);
  expect(edited).toEqual({ ...closed, last_at: edited?.last_at });
  expect(edited?.last_at.getTime()).toBeGreaterThan(closed?.last_at.getTime() ?? 0);
});

test('an edit beside a message, and one whose earlier message never came, are a message', async () => {
  const { account, device } = await shop();
  const first = inbound(device, PHONE, { at: new Date(ctx.now().getTime() - MINUTE) });

  await receive(first, inbound(device, PHONE, { editOf: first.message.waMessageId }));
  await receive(inbound(device, '6281200000099', { editOf: 'never seen' }));

  expect(await conversationsOf(ctx, account)).toMatchObject([
    { unread: 1, waiting_since: first.message.at, last_customer_at: first.message.at },
    { unread: 1, owner_state: 'human_waiting', episode: 1 },
  ]);
});

test('a closed conversation opens again in a new episode, for the automation of its number', async () => {
  const { account, device } = await shop();
  await receive(inbound(device, PHONE));
  const change = { owner_state: 'closed' as const, assignee: 'Ani', waiting_since: null, unread: 0 };
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set(change)
    .where('account_id', '=', account.id)
    .execute();
  await tablesOf(ctx.db)
    .updateTable('channels')
    .set({ automated: true })
    .where('account_id', '=', account.id)
    .execute();

  await receive(inbound(device, PHONE));

  const [conversation] = await conversationsOf(ctx, account);
  expect(conversation).toMatchObject({
    ...{ owner_state: 'bot', ownership_version: 2, episode: 2, assignee: null, unread: 1 },
    bot_context_from: expect.any(Number),
  });
});

test('a conversation without automation waits for staff although its number is automated', async () => {
  const { account, device } = await shop();
  await receive(inbound(device, PHONE));
  const change = { owner_state: 'closed' as const, automation_suppressed: true };
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set(change)
    .where('account_id', '=', account.id)
    .execute();
  await tablesOf(ctx.db)
    .updateTable('channels')
    .set({ automated: true })
    .where('account_id', '=', account.id)
    .execute();

  await receive(inbound(device, PHONE));

  expect(await conversationsOf(ctx, account)).toMatchObject([
    { owner_state: 'human_waiting', bot_context_from: null },
  ]);
});

test.each([
  ['Brazil', '5511987654321', '551187654321'],
  ['Mexico', '5215512345678', '525512345678'],
  ['Argentina', '5491112345678', '541112345678'],
])('both spellings of a number in %s are one person, and replies use the last one', async (_, one, other) => {
  const { account, device } = await shop();

  await receive(inbound(device, one));
  await receive(inbound(device, other), inbound(device, one), inbound(device, other));

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 4, phone: other }]);
});

test('a person whose number is learned later keeps the conversation', async () => {
  const { account, device } = await shop();
  await receive(inbound(device, 'ID.1349'));

  const hook = conversationHook(ctx);
  await ctx.db.transaction((tx) =>
    hook(tx, [
      {
        ...{ account_id: account.id, device_id: device.id, wa_message_id: 'x', type: 'text', body: 'Halo' },
        ...{ id: 1, phone: PHONE, at: ctx.now(), identities: [{ kind: 'scoped', value: 'ID.1349' }] },
      },
    ]),
  );
  await receive(inbound(device, PHONE));

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 3, phone: PHONE }]);
  expect(await identitiesOf(account)).toEqual([
    ['phone', PHONE],
    ['scoped', 'ID.1349'],
  ]);
});

test('a person is known by LID first, and by number later', async () => {
  const { account, device } = await shop();
  await receive(inbound(device, '12345@lid'));

  const lid = identityOf('12345@lid');
  const hook = conversationHook(ctx);
  await ctx.db.transaction((tx) =>
    hook(tx, [
      {
        ...{ account_id: account.id, device_id: device.id, wa_message_id: 'x', type: 'text', body: 'Halo' },
        ...{ id: 1, phone: PHONE, at: ctx.now(), identities: lid ? [lid] : [] },
      },
    ]),
  );

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 2, phone: PHONE }]);
});

test('one batch of several devices and accounts makes one conversation for each device and person', async () => {
  const [one, other] = [await shop(), await shop()];
  const second = await insertDevice(ctx, one.account);
  const devices = [one.device, second, other.device];
  const batch = devices.flatMap((device) => [inbound(device, PHONE), inbound(device, '6281200000002')]);

  await receive(...batch);
  await receive(...batch.map(({ device, message }) => inbound(device, message.from)));

  expect(await conversationsOf(ctx, one.account)).toHaveLength(4);
  expect(await conversationsOf(ctx, other.account)).toMatchObject([{ unread: 2 }, { unread: 2 }]);
  expect(await peopleOf(one.account)).toHaveLength(2);
  expect(await peopleOf(other.account)).toHaveLength(2);
});

test('a number that is paired on another device continues its conversations', async () => {
  const account = await insertAccount(ctx);
  const [old, next] = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  await applyTrigger(ctx, old.id, 'connected', { phoneNumber: '5511987654321' });
  await receive(inbound(old, PHONE));

  await applyTrigger(ctx, next.id, 'connected', { phoneNumber: '551187654321' });
  await receive(inbound(next, PHONE));

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 2 }]);
});

test('a device with another number starts other conversations, and its spans divide the messages', async () => {
  const { account, device } = await shop();
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000001' });
  await receive(inbound(device, PHONE));
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000002' });
  await receive(inbound(device, PHONE));
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000001' });
  await receive(inbound(device, PHONE));

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 2 }, { unread: 1 }]);
  const { rows } = await ctx.pool.query(
    `select c.address, array_agg(m.id order by m.id) as ids
     from channel_devices s join channels c on c.id = s.channel_id
     join messages m on m.device_id = s.device_id and m.id > s.from_message_id
       and m.id <= coalesce(s.until_message_id, 9223372036854775807)
     where s.device_id = $1 group by c.address order by c.address`,
    [device.id],
  );
  expect(rows.map(({ ids }) => ids.length)).toEqual([2, 1]);
});

test('two processes that store the first messages of the same people make each of them once', async () => {
  const { account, device } = await shop();
  const other = await insertDevice(ctx, account);
  const people = Array.from({ length: 40 }, (_, n) => `62813000000${10 + n}`);
  const batchOf = (to: typeof device, phones: readonly string[]) => phones.map((phone) => inbound(to, phone));

  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      receive(...batchOf(device, people)),
      receive(...batchOf(device, people.toReversed())),
      receive(...batchOf(other, people)),
      receive(...batchOf(other, people.toReversed())),
      ...people.slice(0, 4).map((phone) => receive(inbound(device, phone))),
    ]);
  }

  const conversations = await conversationsOf(ctx, account);
  expect(conversations).toHaveLength(80);
  expect(await peopleOf(account)).toHaveLength(40);
  const unread = conversations.reduce((sum, each) => sum + each.unread, 0);
  expect(unread).toBe(5 * (4 * 40 + 4));
  expect(conversations.every(({ episode }) => episode === 1)).toBe(true);
});

test('messages of a cancelled account make no conversation', async () => {
  const { account, device } = await shop();
  await tablesOf(ctx.db)
    .updateTable('accounts')
    .set({ status: 'cancelled' })
    .where('id', '=', account.id)
    .execute();

  await receive(inbound(device, PHONE));

  expect(await conversationsOf(ctx, account)).toEqual([]);
});

test('a repeated message counts once', async () => {
  const { account, device } = await shop();
  const message = inbound(device, PHONE);

  await receive(message, message);
  await receive(message);

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 1 }]);
});

test('STOP is stored in the conversation too', async () => {
  const { account, device } = await shop();

  await receiver(ctx, inboundHooks(ctx))(inbound(device, PHONE, { body: 'STOP' }));

  expect(await conversationsOf(ctx, account)).toMatchObject([{ unread: 1 }]);
  const optOuts = tablesOf(ctx.db).selectFrom('opt_outs').selectAll().where('account_id', '=', account.id);
  expect(await optOuts.execute()).toHaveLength(1);
});

test.each([
  ['a future time', { at: new Date('2999-01-01') }, PHONE],
  ['an id of 512 characters', {}, 'x'.repeat(512)],
  ['an id of four-byte letters', {}, '😀'.repeat(256)],
  ['a quote', {}, "'; drop table conversations; --"],
])('a message with %s is in a conversation', async (_, columns, from) => {
  const { account, device } = await shop();

  await receive(inbound(device, from, columns));

  const [conversation] = await conversationsOf(ctx, account);
  expect(conversation).toMatchObject({ unread: 1, phone: from });
  expect(conversation?.last_at.getTime()).toBeLessThanOrEqual(ctx.now().getTime());
});

test('known conversations add one statement to a batch, and their ids another one before it', async () => {
  const [one, other] = [await shop(), await shop()];
  const batch = () =>
    [one.device, other.device].flatMap((device) =>
      Array.from({ length: 50 }, (_, n) => inbound(device, `62814000000${10 + n}`)),
    );
  await receive(...batch());
  const names: string[] = [];
  const watched = { ...ctx, db: watchStatements(ctx.db, ({ name }) => names.push(name ?? '')) };
  const inTransaction: string[] = [];
  const { numberReceived, storeReceived } = createInbound(watched, [conversationHook(ctx)]);

  const numbered = await numberReceived(batch());
  await ctx.db.transaction((tx) =>
    storeReceived(
      {
        ...tx,
        query: (statement, values) => {
          inTransaction.push(statement.name ?? '');
          return tx.query(statement, values);
        },
      },
      numbered,
    ),
  );

  expect(names).toEqual(['messages.take_inbound_ids']);
  expect(inTransaction).toEqual([
    'messages.insert_inbound',
    'conversations.record_inbound',
    'messages.announce_inbound',
  ]);
});

const eventsOf = (id = 0) =>
  tablesOf(ctx.db).selectFrom('conversation_events').selectAll().where('conversation_id', '=', id).execute();

const peopleOf = ({ id }: { id: number }) =>
  tablesOf(ctx.db).selectFrom('people').selectAll().where('account_id', '=', id).execute();

async function identitiesOf({ id }: { id: number }) {
  const rows = await tablesOf(ctx.db)
    .selectFrom('person_identities')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, value }) => [kind, value]);
}

test('the name of a person follows the newest message', async () => {
  const { account, device } = await shop();
  const named = (senderName?: string) => {
    const one = inbound(device, PHONE);
    return { ...one, message: { ...one.message, ...(senderName && { senderName }) } };
  };
  const names = async () => {
    const rows = await tablesOf(ctx.db)
      .selectFrom('people')
      .select('name')
      .where('account_id', '=', account.id)
      .execute();
    return rows.map(({ name }) => name);
  };

  await receive(named());
  expect(await names()).toEqual([null]);
  await receive(named('Ani'));
  expect(await names()).toEqual(['Ani']);
  await receive(named('Ani S.'), named('Ani Sari'), named());
  expect(await names()).toEqual(['Ani Sari']);
});
