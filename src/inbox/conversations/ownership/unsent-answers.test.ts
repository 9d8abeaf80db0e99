import { afterAll, expect, test } from 'vitest';
import { botAnswers } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { failQueued } from '../../../gateway/messages/queue/settle-store.ts';
import { HOUR, SECOND } from '../../../platform/lib/clock.ts';
import { changeOwner, lockOwner, takeOverByReplies } from './ownership.ts';
import type { MoveName } from './states.ts';
import { runTimers } from './timers.ts';
import { runUnsentAnswers } from './unsent-answers.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx);
const PHONE = '6281200000010';
const ASKED = new Date(Date.now() - 10 * SECOND);

/** A conversation of an automation, with one question. */
async function shop() {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await receive(inbound(device, '6281200000099'));
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  const asks = (at: Date) => receive(inbound(device, PHONE, { at }));
  await asks(ASKED);
  const read = async () => {
    const [, row] = await conversationsOf(ctx, account);
    if (!row) throw new Error('there is no conversation');
    return row;
  };
  const answers = async (until?: Date) => {
    const { id, ownership_version } = await read();
    const message = { conversation_id: id, ownership_version, body: 'Jawaban' };
    const sent = await ctx.db.transaction((tx) =>
      botAnswers(tx, { ...message, ...(until && { answers_until: until }) }, ctx.now()),
    );
    const last = tablesOf(ctx.db).selectFrom('messages').select('id').orderBy('id', 'desc').limit(1);
    return { sent, id: (await last.executeTakeFirstOrThrow()).id };
  };
  const ends = async ({ id }: { id: number }, status: 'sent' | 'failed') => {
    if (status === 'sent')
      await ctx.pool.query(`update messages set status = 'sent', due = false where id = $1`, [id]);
    else
      await failQueued(
        ctx.db,
        [{ id, error_code: 'device_released', error_message: '', refund: true }],
        ctx.now(),
      );
    await runUnsentAnswers(ctx);
  };
  const move = async (name: MoveName) => {
    const { conversation_uuid: uuid } = await read();
    await ctx.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, account, { uuid, version: undefined });
      return changeOwner(tx, owner, { move: name, reason: 'api', actor: 'Ani' }, ctx.now());
    });
  };
  return { account, device, asks, read, answers, ends, move };
}

const later = (hours: number) => ({ ...ctx, now: () => new Date(Date.now() + hours * HOUR) });

test('an answer ends the wait, and stays the answer when it is sent', async () => {
  const { read, answers, ends } = await shop();
  const answer = await answers();
  expect(await read()).toMatchObject({ waiting_since: null, answering_since: ASKED });

  await ends(answer, 'sent');

  expect(await read()).toMatchObject({ owner_state: 'bot', waiting_since: null });
});

test('a customer whose answer fails waits again since the question, for staff', async () => {
  const { read, answers, ends } = await shop();
  await ends(await answers(), 'failed');

  expect(await read()).toMatchObject({
    ...{
      owner_state: 'human_waiting',
      owner_reason: 'bot_failed',
      waiting_since: ASKED,
      answering_since: null,
    },
    ...{ ownership_version: 2 },
  });
  await runUnsentAnswers(ctx);
  expect(await read()).toMatchObject({ ownership_version: 2 });
});

test('one of two answers is enough, in any order of their ends', async () => {
  const [one, other] = [await shop(), await shop()];
  const [first, second] = [await one.answers(), await one.answers()];
  await one.ends(first, 'failed');
  expect(await one.read()).toMatchObject({ owner_state: 'bot', waiting_since: null });
  await one.ends(second, 'sent');
  const [early, late] = [await other.answers(), await other.answers()];
  await other.ends(early, 'sent');
  await other.ends(late, 'failed');

  for (const { read } of [one, other])
    expect(await read()).toMatchObject({ owner_state: 'bot', waiting_since: null });
});

test('a sent answer to the first question is none to the second one', async () => {
  const { asks, read, answers, ends } = await shop();
  await ends(await answers(), 'sent');
  const again = new Date(ASKED.getTime() + SECOND);
  await asks(again);

  await ends(await answers(), 'failed');

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: again });
});

test('an earlier answer that is sent late is none to the second question', async () => {
  const { asks, read, answers, ends } = await shop();
  const first = await answers();
  await asks(new Date(ASKED.getTime() + SECOND));
  const second = await answers();

  await ends(first, 'sent');
  await ends(second, 'failed');

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: expect.any(Date) });
});

test('while no answer is sent, the customer waits since the first question', async () => {
  const { asks, read, answers, ends } = await shop();
  const first = await answers();
  await asks(new Date(ASKED.getTime() + SECOND));
  const second = await answers();

  await ends(first, 'failed');
  await ends(second, 'failed');

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: ASKED });
});

test('an answer leaves a question open that came after its decision', async () => {
  const { asks, read, answers } = await shop();
  const again = new Date(ASKED.getTime() + SECOND);
  await asks(again);

  await answers(ASKED);

  expect(await read()).toMatchObject({ waiting_since: again, answering_since: ASKED });
});

test('a take-over ends the answer: the customer waits, and a later give-back begins with the question', async () => {
  const { read, answers, move } = await shop();
  const { bot_context_from } = await read();
  await answers();

  await move('take_over');
  await runUnsentAnswers(ctx);

  expect(await read()).toMatchObject({ owner_state: 'human_active', waiting_since: ASKED });
  await move('give_back');
  expect(await read()).toMatchObject({ owner_state: 'bot', bot_context_from });
});

test('a give-back ends the last words of the automation, and begins with the question', async () => {
  const { read, answers, move } = await shop();
  const { bot_context_from } = await read();
  await answers();
  await move('hand_off');

  await move('give_back');

  expect(await read()).toMatchObject({ owner_state: 'bot', waiting_since: ASKED, bot_context_from });
});

test('an answer under way at the take-over that comes back unwritten makes the customer wait', async () => {
  const { read, answers, ends, move } = await shop();
  const answer = await answers();
  await ctx.pool.query(`update messages set maybe_written = true, reserved_wa_id = 'x' || id where id = $1`, [
    answer.id,
  ]);
  await move('take_over');
  expect(await read()).toMatchObject({ owner_state: 'human_active', waiting_since: null });

  await ends(answer, 'failed');

  expect(await read()).toMatchObject({ owner_state: 'human_active', waiting_since: ASKED });
});

test('staff who replied, or resolved, has answered: a failure changes nothing', async () => {
  const [replied, resolved] = [await shop(), await shop()];
  const answers = [await replied.answers(), await resolved.answers()];
  const { id } = await replied.read();
  const now = ctx.now();
  const by = { reason: 'phone', actor: 'phone' } as const;
  await ctx.db.transaction((tx) => takeOverByReplies(tx, [{ id, at: now }], by, now));
  await resolved.move('resolve');
  for (const answer of answers) await replied.ends(answer, 'failed');

  expect(await replied.read()).toMatchObject({ owner_state: 'human_active', waiting_since: null });
  expect(await resolved.read()).toMatchObject({ owner_state: 'closed', waiting_since: null });
});

test('after a day, a customer whose answer no device takes waits for staff', async () => {
  const { account, read, answers } = await shop();
  await answers();

  await runTimers(later(25));

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: ASKED });
  const ended = tablesOf(ctx.db).selectFrom('messages').select(['error_code']).where('source', '=', 'bot');
  expect(await ended.where('account_id', '=', account.id).execute()).toEqual([{ error_code: 'superseded' }]);
});

test('a conversation with an answer under way is not closed: the answer may fail', async () => {
  const { read, answers, ends } = await shop();
  const answer = await answers();
  await ctx.pool.query(`update messages set maybe_written = true, reserved_wa_id = 'y' || id where id = $1`, [
    answer.id,
  ]);
  await runTimers(later(25));
  expect(await read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: null });

  await ends(answer, 'failed');

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: ASKED });
});

test('after a day, an answered conversation of the automation is closed', async () => {
  const { read, answers, ends } = await shop();
  await ends(await answers(), 'sent');

  await runTimers(later(25));

  expect(await read()).toMatchObject({ owner_state: 'closed', waiting_since: null });
});

test('a sent answer that fails after the automatic end opens the conversation again, for staff', async () => {
  const { read, answers, ends } = await shop();
  const answer = await answers();
  await ends(answer, 'sent');
  await runTimers(later(25));

  await ctx.pool.query(`update messages set status = 'failed', error_code = 'refused' where id = $1`, [
    answer.id,
  ]);
  await runUnsentAnswers(ctx);

  const reopened = { owner_state: 'human_waiting', owner_reason: 'bot_failed', waiting_since: ASKED };
  expect(await read()).toMatchObject({ ...reopened, episode: 2 });
});

test('a suppressed automation, and one that was switched off, sends nothing', async () => {
  const [suppressed, off] = [await shop(), await shop()];
  const { id } = await suppressed.read();
  await ctx.pool.query('update conversations set automation_suppressed = true where id = $1', [id]);
  await ctx.pool.query('update channels set automated = false where account_id = $1', [off.account.id]);

  expect([(await suppressed.answers()).sent, (await off.answers()).sent]).toEqual(['stale', 'stale']);
  expect(await off.read()).toMatchObject({ waiting_since: ASKED });
});
