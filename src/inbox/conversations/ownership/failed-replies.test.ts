import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { failQueued } from '../../../gateway/messages/queue/settle-store.ts';
import { HOUR, SECOND } from '../../../platform/lib/clock.ts';
import { takeOverByReplies } from './ownership.ts';
import { runTimers } from './timers.ts';
import { runUnsentAnswers } from './unsent-answers.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const chats = openChats(ctx, service);
const asked = new Date(ctx.now().getTime() - 10 * SECOND);

/** A conversation with one question. */
async function shop() {
  const chat = await chats.shop({ at: asked });
  const asks = (at: Date) => chats.receive(inbound(chat.device, CHAT_PHONE, { at }));
  /** Row and public id of the reply. */
  const answers = async () => {
    expect((await chat.reply({ actor: 'Ani' })).status).toBe(202);
    const last = (await chat.messagesOf('staff')).at(-1);
    return { id: Number(last?.id), message_id: Number(last?.public_id) };
  };
  const list = async (query: string): Promise<Json[]> =>
    (await chat.api('GET', `/v1/conversations?${query}`)).body.data;
  const failures = async (): Promise<Json[]> => {
    const { body } = await chat.api('GET', `/v1/conversations/${chat.uuid}/timeline`);
    return body.data.filter(({ kind }: Json) => kind === 'reply_failed');
  };
  return { ...chat, asks, answers, list, failures };
}

async function fails(...ids: number[]) {
  const rows = ids.map((id) => ({ id, error_code: 'device_released', error_message: '', refund: true }));
  await failQueued(ctx.db, rows, ctx.now());
  await runUnsentAnswers(ctx);
}

async function isSent(id: number) {
  await ctx.pool.query(`update messages set status = 'sent', due = false where id = $1`, [id]);
  await runUnsentAnswers(ctx);
}

const later = (hours: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + hours * HOUR) });

test('a customer whose reply fails waits again since the question, and staff keeps the conversation', async () => {
  const { act, answers, read, list, failures } = await shop();
  await act('assign', { assignee: 'Ani' });
  const reply = await answers();
  expect(await list('waiting=true')).toEqual([]);

  await fails(reply.id);
  await runUnsentAnswers(ctx);

  expect(await read()).toMatchObject({
    ...{ owner_state: 'human_active', assignee: 'Ani', ownership_version: 2 },
    ...{ waiting_since: asked, answering_since: null },
  });
  expect(await list('waiting=true')).toMatchObject([{ waiting_since: asked.toISOString() }]);
  expect(await failures()).toMatchObject([
    { actor: 'system', details: { message_id: reply.message_id, error_code: 'device_released' } },
  ]);
});

test('a sent reply stays the answer', async () => {
  const { answers, read, failures } = await shop();

  await isSent((await answers()).id);

  expect(await read()).toMatchObject({ owner_state: 'human_active', waiting_since: null });
  expect(await failures()).toEqual([]);
});

test('one of two replies is enough, and the timeline says which one failed', async () => {
  const { answers, read, failures } = await shop();
  const [first, second] = [await answers(), await answers()];

  await fails(first.id);
  await isSent(second.id);

  expect((await read()).waiting_since).toBeNull();
  expect(await failures()).toMatchObject([{ details: { message_id: first.message_id } }]);
});

test('when all replies fail at once, each has its entry', async () => {
  const { answers, read, failures } = await shop();
  const replies = [await answers(), await answers(), await answers()];

  await fails(...replies.map(({ id }) => id));

  expect((await read()).waiting_since).toEqual(asked);
  expect((await failures()).map(({ details }) => details.message_id)).toEqual(
    replies.map(({ message_id }) => message_id).reverse(),
  );
});

test('a sent reply to the first question is none to the second one', async () => {
  const { asks, answers, read } = await shop();
  await isSent((await answers()).id);
  const again = new Date(ctx.now().getTime() - SECOND);
  await asks(again);

  await fails((await answers()).id);

  expect((await read()).waiting_since).toEqual(again);
});

test('a reply that no question waits for leaves none when it fails', async () => {
  const { answers, read, failures } = await shop();
  await isSent((await answers()).id);

  await fails((await answers()).id);

  expect((await read()).waiting_since).toBeNull();
  expect(await failures()).toHaveLength(1);
});

test('a reply after an answer of the automation answers for both', async () => {
  const { own, botSends, answers, messagesOf, read } = await shop();
  await own('bot');
  await botSends('jawaban');
  const reply = await answers();
  await runUnsentAnswers(ctx);
  expect(await messagesOf('bot')).toMatchObject([{ error_code: 'superseded' }]);
  expect(await read()).toMatchObject({ waiting_since: null, answering_since: asked });

  await fails(reply.id);

  expect(await read()).toMatchObject({ owner_state: 'human_active', waiting_since: asked });
});

test('a reply on the phone, and a resolved conversation, have their answer', async () => {
  const [phoned, resolved] = [await shop(), await shop()];
  const replies = [await phoned.answers(), await resolved.answers()];
  const { id } = await phoned.read();
  const by = { reason: 'phone', actor: 'phone' } as const;
  await ctx.db.transaction((tx) => takeOverByReplies(tx, [{ id, at: ctx.now() }], by, ctx.now()));
  await resolved.act('resolve');

  await fails(...replies.map((reply) => reply.id));

  expect(await phoned.read()).toMatchObject({ owner_state: 'human_active', waiting_since: null });
  expect(await resolved.read()).toMatchObject({ owner_state: 'closed', waiting_since: null });
  for (const { failures } of [phoned, resolved]) expect(await failures()).toHaveLength(1);
});

test('after a give-back, a customer whose reply fails waits for staff', async () => {
  const { act, answers, read } = await shop();
  const reply = await answers();
  await act('give-back');
  expect(await read()).toMatchObject({ owner_state: 'bot', waiting_since: null });

  await fails(reply.id);

  expect(await read()).toMatchObject({
    ...{ owner_state: 'human_waiting', owner_reason: 'reply_failed', waiting_since: asked },
  });
});

test('staff keeps a conversation whose reply is not sent yet, until twelve hours later', async () => {
  const { answers, read, timeline } = await shop();
  const reply = await answers();

  await runTimers(later(13));

  expect(await read()).toMatchObject({ owner_state: 'human_active', timer_at: later(25).now() });
  expect((await timeline()).map(({ kind }) => kind)).not.toContain('unanswered');
  await isSent(reply.id);
  await runTimers(later(26));
  expect(await read()).toMatchObject({ owner_state: 'bot', owner_reason: 'timer' });
});

test('a failed call of POST /v1/messages leaves the wait and the timeline as they are', async () => {
  const { send, device, account, read, failures } = await shop();
  await send({ device_uuid: device.device_uuid, to: CHAT_PHONE });
  const { rows } = await ctx.pool.query(
    `select id::int from messages where account_id = $1 and source = 'api'`,
    [account.id],
  );

  await fails(rows[0].id);

  expect((await read()).waiting_since).toEqual(asked);
  expect(await failures()).toEqual([]);
  expect((await ctx.pool.query('select from unsent_answers')).rowCount).toBe(0);
});
