import { afterAll, expect, test } from 'vitest';
import { openChats, type SentTurn, sendTurn } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import { leaveAsBot } from './bot-message.ts';

const ctx = await testContext({ cleanup: afterAll });
const { shop } = openChats(ctx, await openService(ctx));

const text = (body: string, isNotice = false) => ({
  ...{ type: 'text', body },
  automation: { kind: 'rule' as const, rule_id: 'r-1', ...(isNotice && { is_notice: true as const }) },
});

async function chat(plan = {}) {
  const opened = await shop({ plan });
  await opened.own('bot');
  const { id: conversation_id, ownership_version } = await opened.read();
  const turn = { account_id: opened.account.id, conversation_id, ownership_version };
  const send = (messages: SentTurn['messages'], more: Partial<SentTurn> = {}) =>
    ctx.db.transaction((tx) => sendTurn(tx, { ...turn, messages, ...more }, ctx.now()));
  const leave = (to: 'human_waiting' | 'closed') =>
    ctx.db.transaction(async (tx) => {
      await sendTurn(tx, { ...turn, messages: [text('Sebentar, Kak.', true)] }, ctx.now());
      return leaveAsBot(tx, turn, { to, reason: 'flow' }, ctx.now());
    });
  return { ...opened, send, leave };
}

test('messages of one decision are stored in their order, and say in the history what wrote them', async () => {
  const { send, uuid, api } = await chat();

  const stored = await send([text('Satu'), text('Dua')]);

  const { body } = await api('GET', `/v1/conversations/${uuid}/messages?limit=2`);
  expect(body.data).toMatchObject([
    { id: stored?.[1]?.public_id, body: 'Dua', author: 'bot', source: 'automation' },
    { id: stored?.[0]?.public_id, body: 'Satu', automation: { kind: 'rule', rule_id: 'r-1' } },
  ]);
});

test('after a notice the customer still waits, and an answer ends the wait', async () => {
  const { send, read } = await chat();
  const { waiting_since: asked } = await read();

  await send([text('Selamat datang', true)]);
  const afterNotice = await read();
  await send([text('Ada, Kak.')]);

  expect([afterNotice.waiting_since, afterNotice.answering_since]).toEqual([asked, null]);
  expect(await read()).toMatchObject({ waiting_since: null, answering_since: asked });
});

test('without quota for all messages of a decision, none is stored', async () => {
  const { send, messagesOf, sent } = await chat({ monthly_quota: 1 });

  await expect(send([text('Satu'), text('Dua')])).rejects.toMatchObject({ code: 'quota_exceeded' });

  expect([await messagesOf('bot'), await sent()]).toEqual([[], 0]);
});

test('while the customer waits for staff, a notice under the present version is sent', async () => {
  const { send, own, messagesOf } = await chat();
  await own('human_waiting');

  const asBot = await send([text('Jawaban')]);
  await send([text('Mohon tunggu', true)], { owner_state: 'human_waiting' });

  expect(asBot).toBeNull();
  expect(await messagesOf('bot')).toMatchObject([{ body: 'Mohon tunggu' }]);
});

test.each([
  ['human_waiting', 'flow'],
  ['closed', 'flow'],
] as const)(
  'the automation leaves a conversation %s, and its last text is still sent',
  async (to, reason) => {
    const { leave, read, messagesOf } = await chat();

    const left = await leave(to);
    const again = await leave(to);

    expect([left, again]).toEqual([true, false]);
    expect(await read()).toMatchObject({ owner_state: to, owner_reason: reason });
    expect(await messagesOf('bot')).toMatchObject([{ body: 'Sebentar, Kak.', status: 'queued' }]);
  },
);
