import { afterAll, expect, test } from 'vitest';
import { botAnswers } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { phoneReplyHooks } from '../../../app/phone-reply-hooks.ts';
import type { PhoneReply } from '../../../gateway/engines/engine.ts';
import { createInbound } from '../../../gateway/messages/inbound/inbound.ts';
import { endOpen, lockOpenBotMessages } from '../../../gateway/messages/queue/queue.ts';
import { takeOverByReplies } from './ownership.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx);
const PHONE = '6281200000010';
const WAITING =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
let ids = 0;

async function shop() {
  const account = await insertAccount(ctx);
  const device = { ...(await insertDevice(ctx, account)), epoch: 1 };
  const types = async (fields: Partial<PhoneReply> = {}) => {
    ids += 1;
    const content = { type: 'text' as const, body: 'Saya bantu', at: new Date(), isLive: true };
    const reply: PhoneReply = { waMessageId: `3A${ids}`, to: PHONE, ...content, ...fields };
    const port = createInbound(ctx, [], phoneReplyHooks(ctx));
    const numbered = await port.numberReceived([{ device, reply }]);
    await ctx.db.transaction((tx) => port.storeReplies(tx, numbered));
  };
  const read = async () => (await conversationsOf(ctx, account))[0];
  const messages = () =>
    tablesOf(ctx.db)
      .selectFrom('messages')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('direction', '=', 'out')
      .orderBy('id')
      .execute();
  return { account, device, types, read, messages };
}

test('a reply on the phone takes the conversation over, and what the automation has queued ends', async () => {
  const { account, device, types, read, messages } = await shop();
  await receive(inbound(device, PHONE));
  const before = await read();
  await ctx.pool.query(`update conversations set owner_state = 'bot' where account_id = $1`, [account.id]);
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  const bot = { conversation_id: before?.id ?? 0, ownership_version: 1, body: 'Otomatis' };
  await ctx.db.transaction((tx) => botAnswers(tx, bot, new Date()));

  await types();

  expect(await read()).toMatchObject({
    ...{ owner_state: 'human_active', owner_reason: 'phone', ownership_version: 2, unread: 0 },
    ...{ waiting_since: null, assignee: null, episode: 1 },
  });
  expect(await messages()).toMatchObject([
    { source: 'bot', status: 'failed', error_code: 'superseded' },
    { source: 'phone', status: 'sent', conversation_id: before?.id },
  ]);
});

test('replies in two chats lock the messages of the automation before the quota, as the dispatcher does', async () => {
  const { account, device, read, messages } = await shop();
  const now = new Date();
  await receive(inbound(device, PHONE), inbound(device, '6281200000011'));
  await ctx.pool.query(`update conversations set owner_state = 'bot' where account_id = $1`, [account.id]);
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  const chats = (await conversationsOf(ctx, account)).map(({ id }) => id).sort((one, other) => one - other);
  for (const conversation_id of chats) {
    const bot = { conversation_id, ownership_version: 1, body: 'Otomatis' };
    await ctx.db.transaction((tx) => botAnswers(tx, bot, now));
  }
  const replies = chats.map((id) => ({ id, at: now }));
  const by = { reason: 'phone', actor: 'phone' } as const;

  let taken = Promise.resolve();
  await ctx.db.transaction(async (tx) => {
    const open = await lockOpenBotMessages(tx, chats.slice(1));
    taken = ctx.db.transaction((other) => takeOverByReplies(other, replies, by, now));
    await until(async () => (await ctx.pool.query(WAITING)).rows.length === 1, { what: 'the lock' });
    await endOpen(tx, open, now);
  });
  await taken;

  expect(await read()).toMatchObject({ owner_state: 'human_active' });
  expect(await messages()).toMatchObject([{ error_code: 'superseded' }, { error_code: 'superseded' }]);
});

test('the phone may start a chat: it belongs to staff before the customer answers', async () => {
  const { device, types, read } = await shop();

  await types();
  await receive(inbound(device, PHONE));

  expect(await read()).toMatchObject({ owner_state: 'human_active', episode: 1, unread: 1 });
});

test('a reply answers only what came before it, in any order of arrival', async () => {
  const { account, device, types, read } = await shop();
  const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 12, 0, second));
  await receive(inbound(device, PHONE, { at: at(0) }), inbound(device, PHONE, { at: at(20) }));

  await types({ at: at(10) });
  const between = await read();
  await types({ at: at(20) });

  expect(between).toMatchObject({ owner_state: 'human_active', waiting_since: at(20), unread: 2 });
  expect(await read()).toMatchObject({ waiting_since: null, unread: 0 });
  await types({ at: at(10) });
  expect(await conversationsOf(ctx, account)).toMatchObject([{ waiting_since: null }]);
});

test('a new conversation with a late reply is as old as the reply', async () => {
  const { types, read } = await shop();
  const at = new Date('2025-01-01T12:00:00Z');

  await types({ isLive: false, at });

  expect(await read()).toMatchObject({ owner_state: 'closed', last_at: at });
});

test('a late reply, and one of an automation on the phone, are in the history and change no owner', async () => {
  const { device, types, read, messages } = await shop();
  await receive(inbound(device, PHONE));

  await types({ isLive: false });

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', ownership_version: 1 });
  expect(await messages()).toMatchObject([{ source: 'phone', conversation_id: (await read())?.id }]);
});
