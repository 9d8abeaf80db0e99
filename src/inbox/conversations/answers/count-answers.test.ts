import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { openService } from '../../../../test/harness/service.ts';
import { hoursFrom, openTimeBetween, type WrittenHours } from '../../../gateway/hours/opening.ts';
import { failQueued } from '../../../gateway/messages/queue/settle-store.ts';
import { DAY, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { takeOverByReplies } from '../ownership/ownership.ts';
import { runUnsentAnswers } from '../ownership/unsent-answers.ts';
import { countAnswers } from './count-answers.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const chats = openChats(ctx, service);
const DAY_SPAN = [{ from: '09:00', to: '17:00' }];
const HOURS: WrittenHours = {
  timezone: 'Asia/Jakarta',
  weekly: {
    ...{ monday: DAY_SPAN, tuesday: DAY_SPAN, wednesday: DAY_SPAN, thursday: DAY_SPAN, friday: DAY_SPAN },
    ...{ saturday: [], sunday: [] },
  },
  holidays: [],
};

interface Answered {
  source: string;
  actor: string | null;
  is_first: boolean;
  asked_at: Date;
  answered_at: Date;
  seconds: number;
  open_seconds: number;
}

/** A conversation whose first question comes now, with business hours. */
async function shop() {
  const chat = await chats.shop({ at: ctx.now() });
  await chat.api('PUT', '/v1/business-hours', HOURS);
  const { id } = await chat.read();
  const asks = () => chats.receive(inbound(chat.device, CHAT_PHONE, { at: ctx.now() }));
  const replies = async (actor = 'Ani') => {
    expect((await chat.reply({ actor })).status).toBe(202);
    return Number((await chat.messagesOf('staff')).at(-1)?.id);
  };
  const repliesOnPhone = () =>
    ctx.db.transaction((tx) =>
      takeOverByReplies(tx, [{ id, at: ctx.now() }], { reason: 'phone', actor: 'phone' }, ctx.now()),
    );
  /** The trigger takes the time of the database. */
  const isSent = async (messageId: number) => {
    await ctx.pool.query(`update messages set status = 'sent', due = false where id = $1`, [messageId]);
    await ctx.pool.query('update open_answers set sent_at = $2 where message_id = $1', [
      messageId,
      ctx.now(),
    ]);
  };
  const fails = async (messageId: number) => {
    const failure = { id: messageId, error_code: 'device_released', error_message: '', refund: true };
    await failQueued(ctx.db, [failure], ctx.now());
    await runUnsentAnswers(ctx);
  };
  const resolve = async () => expect((await chat.act('resolve')).status).toBe(200);
  const answers = async (): Promise<Answered[]> => {
    await countAnswers(ctx);
    const { rows } = await ctx.pool.query(
      `select source, actor, is_first, asked_at, answered_at, seconds, open_seconds from answers
       where conversation_id = $1 order by answered_at, id`,
      [id],
    );
    return rows;
  };
  return { ...chat, id, asks, replies, repliesOnPhone, isSent, fails, resolve, answers };
}

const now = () => ctx.now();
const passes = (ms: number) => ctx.clock.advance(ms);

test('a sent reply ends the wait since the first question', async () => {
  ctx.clock.set(new Date('2026-11-20T09:30:00Z'));
  const chat = await shop();
  const asked = now();
  passes(MINUTE);
  await chat.asks();
  passes(3 * DAY);
  const reply = await chat.replies();
  expect(await chat.answers()).toEqual([]);
  passes(MINUTE);
  await chat.isSent(reply);

  const answers = await chat.answers();

  // Half an hour on Friday, then from 09:00 on Monday, which is 02:00 in UTC.
  const [seconds, open] = [3 * DAY + 2 * MINUTE, (30 + 7 * 60 + 32) * MINUTE];
  expect(answers).toEqual([
    {
      ...{ source: 'staff', actor: 'Ani', is_first: true, asked_at: asked, answered_at: now() },
      ...{ seconds: seconds / SECOND, open_seconds: open / SECOND },
    },
  ]);
  expect(await chat.answers()).toEqual(answers);
});

test('a failed reply is no answer: the next one ends the whole wait', async () => {
  const chat = await shop();
  const asked = now();
  passes(MINUTE);
  await chat.fails(await chat.replies());
  passes(MINUTE);
  await chat.isSent(await chat.replies('Budi'));

  expect(await chat.answers()).toMatchObject([{ actor: 'Budi', asked_at: asked, seconds: 120 }]);
});

test('a reply on the phone before a queued one is the answer, and the queued one is none', async () => {
  const chat = await shop();
  const queued = await chat.replies();
  passes(MINUTE);
  await chat.repliesOnPhone();
  passes(MINUTE);
  await chat.isSent(queued);

  expect(await chat.answers()).toMatchObject([{ source: 'phone', seconds: 60 }]);
});

test('a reply that is sent after the conversation was resolved is the answer', async () => {
  const chat = await shop();
  const reply = await chat.replies();
  await chat.resolve();
  passes(MINUTE);
  await chat.asks();
  passes(MINUTE);
  await chat.isSent(reply);
  await chat.isSent(await chat.replies());

  expect(await chat.answers()).toMatchObject([
    { is_first: true, seconds: 120 },
    { is_first: true, seconds: 60 },
  ]);
});

test('an answer of a later episode leaves the question of a failed reply to the next reply', async () => {
  const chat = await shop();
  const first = await chat.replies();
  passes(MINUTE);
  const asked = now();
  await chat.asks();
  const failed = await chat.replies();
  await chat.isSent(first);
  const next = await chat.replies('Budi');
  await chat.resolve();
  passes(MINUTE);
  await chat.asks();
  await chat.fails(failed);
  await chat.repliesOnPhone();
  expect(await chat.answers()).toHaveLength(2);
  await chat.isSent(next);

  expect(await chat.answers()).toContainEqual(expect.objectContaining({ actor: 'Budi', asked_at: asked }));
});

test('two processes count each answer once', async () => {
  const chat = await shop();
  passes(MINUTE);
  await chat.isSent(await chat.replies());

  await Promise.all([countAnswers(ctx), countAnswers(ctx), countAnswers(ctx)]);

  expect(await chat.answers()).toHaveLength(1);
});

test('replies that failed long ago are forgotten', async () => {
  const chat = await shop();
  await chat.fails(await chat.replies());
  passes(31 * DAY);

  await chat.answers();

  const { rows } = await ctx.pool.query('select from open_answers where conversation_id = $1', [chat.id]);
  expect(rows).toEqual([]);
});

test('an answer is due in business hours: the first by one target, later ones by another', async () => {
  // 16:50 on a Friday in Jakarta.
  ctx.clock.set(new Date('2026-11-20T09:50:00Z'));
  const chat = await shop();
  const due = async () => {
    const one = await chat.api('GET', `/v1/conversations/${(await chat.read()).conversation_uuid}`);
    const list = await chat.api('GET', '/v1/conversations');
    expect(list.body.data[0].answer_due_at).toBe(one.body.answer_due_at);
    return one.body.answer_due_at;
  };
  expect(await due()).toBeNull();
  await chat.api('PATCH', '/v1/conversations/settings', { first_answer_minutes: 30, next_answer_minutes: 5 });

  const first = await due();
  await chat.isSent(await chat.replies());
  const answered = await due();
  passes(MINUTE);
  await chat.asks();
  const next = await due();
  await chat.answers();

  expect([first, answered, next]).toEqual(['2026-11-23T02:20:00.000Z', null, '2026-11-20T09:56:00.000Z']);
  expect(await due()).toBe(next);
});

// Random histories ------------------------------------------------------------------------------------------

const STEPS = ['asks', 'replies', 'phone', 'sends', 'sends', 'fails', 'resolves', 'counts'] as const;
const history = fc.array(
  fc.record({ step: fc.constantFrom(...STEPS), minutes: fc.integer({ min: 1, max: 900 }) }),
  { minLength: 10, maxLength: 30 },
);

interface Question {
  at: Date;
  episode: number;
  isEnded: boolean;
}

interface Reply {
  source: string;
  messageId: number | null;
  episode: number;
  /** The questions that it can answer. */
  questions: Question[];
  state: 'queued' | 'sent' | 'failed';
}

/** What happened, kept as a list of messages. */
function model() {
  const questions: Question[] = [];
  const replies: Reply[] = [];
  const answers: Answered[] = [];
  const firsts = new Set<number>();
  let episode = 1;
  const ask = () => questions.push({ at: now(), episode, isEnded: false });
  const write = (source: string, messageId: number | null) => {
    const open = questions.filter((each) => each.episode === episode && !each.isEnded);
    const reply: Reply = { source, messageId, episode, questions: open, state: 'queued' };
    replies.push(reply);
    return reply;
  };
  const send = (reply: Reply) => {
    reply.state = 'sent';
    const open = reply.questions.filter(({ isEnded }) => !isEnded);
    for (const question of open) question.isEnded = true;
    const [first] = open;
    if (!first) return;
    const ms = now().getTime() - first.at.getTime();
    answers.push({
      ...{ source: reply.source, actor: reply.source === 'phone' ? null : 'Ani' },
      ...{ is_first: !firsts.has(reply.episode), asked_at: first.at, answered_at: now() },
      seconds: ms / SECOND,
      open_seconds: openTimeBetween(hoursFrom(HOURS), first.at, now()) / SECOND,
    });
    firsts.add(reply.episode);
  };
  const queued = () => replies.find(({ state }) => state === 'queued');
  const resolve = () => {
    episode += 1;
  };
  return { ask, write, send, queued, resolve, answers };
}

test('the answers of any history are those of a model that looks at all messages', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      ctx.clock.set(new Date('2026-11-20T00:00:00Z'));
      const chat = await shop();
      const expected = model();
      expected.ask();
      for (const { step, minutes } of steps) {
        passes(minutes * MINUTE);
        await take(chat, expected, step);
      }
      for (let reply = expected.queued(); reply; reply = expected.queued()) {
        passes(MINUTE);
        await take(chat, expected, 'sends');
      }

      expect(await chat.answers()).toEqual(expected.answers);
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 120_000);

async function take(
  chat: Awaited<ReturnType<typeof shop>>,
  expected: ReturnType<typeof model>,
  step: (typeof STEPS)[number],
): Promise<void> {
  const queued = expected.queued();
  switch (step) {
    case 'asks':
      await chat.asks();
      expected.ask();
      break;
    case 'replies':
      expected.write('staff', await chat.replies());
      break;
    case 'phone':
      await chat.repliesOnPhone();
      expected.send(expected.write('phone', null));
      break;
    case 'sends':
      if (queued?.messageId) await chat.isSent(queued.messageId);
      if (queued) expected.send(queued);
      break;
    case 'fails':
      if (queued?.messageId) await chat.fails(queued.messageId);
      if (queued) queued.state = 'failed';
      break;
    case 'resolves':
      await chat.resolve();
      expected.resolve();
      break;
    case 'counts':
      await chat.answers();
      break;
    default:
      step satisfies never;
  }
}
