import type { Context } from '../../context.ts';
import { type CustomerText, listTexts } from '../../gateway/messages/history/history.ts';
import { DAY, HOUR, MINUTE } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import type { AccountJob } from '../../platform/lib/jobs.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import { lessonOf } from '../answering/lesson.ts';
import { noteShadow } from '../arbiter/decisions/decision.ts';
import type { Assistant } from '../assistant.ts';
import { noteQuestion } from '../knowledge/gaps/questions/question.ts';
import { FIRST_LOOK_MS, JUDGING, judged } from './judgement.ts';
import * as store from './judgement-store.ts';
import { agreementOf, findStaffAnswers, type StaffAnswer } from './staff-answer.ts';

/** Accounts at a time, and judgements of each: models answer slowly. */
const SLOTS = 8;
const PER_RUN = 4;
/** Longer than the slowest model with its repetitions. */
const CLAIM_MS = 2 * MINUTE;
/** Staff that writes this soon after an answer of the assistant has taken over. */
const SOON_MS = HOUR;
/** Answers of staff are looked for until then, since the message. */
const LOOKS_MS = { shadow: [FIRST_LOOK_MS, HOUR, 6 * HOUR, DAY], live: [FIRST_LOOK_MS, SOON_MS] };
/** What fails again and again, and what a long stop left behind, is given up. */
const KEEP_MS = { due: HOUR, open: 2 * DAY };

/** Judges messages in shadow mode, and compares answers with those of staff. */
export const judgingJob = (ctx: Context, assistant: Judging['assistant']): AccountJob => ({
  name: JUDGING,
  slots: SLOTS,
  due: () => store.listDueAccounts(ctx.db, { now: ctx.now() }),
  async run({ accountId }) {
    const now = ctx.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const judgements = await store.claim(ctx.db, { accountId, now, until, limit: PER_RUN });
    await Promise.all(judgements.map((each) => lookAt({ ctx, assistant }, each)));
    const { due_at: at } = await store.findNextDue(ctx.db, { accountId });
    // `due` finds later ones.
    if (at !== null && at.getTime() - ctx.now().getTime() < MINUTE)
      await enqueue(ctx.db, { name: JUDGING, accountId, at });
  },
});

interface Judging {
  ctx: Context;
  assistant: Pick<Assistant, 'reply' | 'memory'>;
}

async function lookAt(judging: Judging, judgement: store.ClaimedJudgement): Promise<void> {
  const { account_id: accountId, message_ids: ids, decision_uuid: decisionId } = judgement;
  const { ctx } = judging;
  const age = ctx.now().getTime() - judgement.created_at.getTime();
  try {
    const texts = await listTexts(ctx.db, { accountId, ids });
    const last = texts.at(-1);
    if (!last || age > KEEP_MS[judgement.state]) await store.drop(ctx.db, judgement);
    else if (judgement.state === 'due') await judge(judging, judgement, texts);
    else await compare(judging, judgement, last);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return;
    ctx.log.error({ err: error, accountId, decisionId }, 'assistant.judgement_failed');
  }
}

async function judge(
  { ctx, assistant }: Judging,
  judgement: store.ClaimedJudgement,
  texts: readonly CustomerText[],
): Promise<void> {
  const { id, account_id: accountId, device_id, device_uuid, device_label, message_ids } = judgement;
  const [first] = texts;
  if (!first || device_uuid === null) return void (await store.drop(ctx.db, judgement));
  const asked = { account_id: accountId, device_id, device_uuid, device_label, person_name: null };
  const question = texts.map(({ body }) => body.trim()).join('\n');
  const { answer } = await assistant.reply({ ...asked, phone: first.phone }, question);
  const now = ctx.now();
  const isFollowed = answer.reason !== 'small_talk';
  const dueAt = isFollowed ? new Date(now.getTime() + FIRST_LOOK_MS) : null;
  await ctx.db.transaction(async (tx) => {
    const columns = { id, accountId, messageIds: message_ids, ...judged(answer), dueAt };
    if ((await store.judge(tx, columns)) === 0) return;
    await noteShadow(tx, accountId, judgement.decision_uuid, answer);
    // No customer reads the choices of shadow mode, so that none of them is chosen.
    const lesson = lessonOf({ answer, offered: [] }, { choices: null }, false);
    const messages = texts.map(({ id: messageId, body }) => ({ id: messageId, text: body }));
    await noteQuestion(tx, judgement, { messages, lesson }, now);
  });
}

async function compare(
  judging: Judging,
  judgement: store.ClaimedJudgement,
  last: CustomerText,
): Promise<void> {
  const { account_id: accountId, id, mode, looks, created_at } = judgement;
  const place = { device_id: last.device_id, phone: last.phone, after: last.id };
  const [staff = null] = await findStaffAnswers(judging.ctx.db, [place]);
  const seen = await (mode === 'live'
    ? followed(judging, judgement, staff)
    : agreed(judging, judgement, staff));
  const nextMs = LOOKS_MS[mode][looks + 1];
  const { isSettled, ...columns } = seen;
  const isLast = isSettled || nextMs === undefined;
  const dueAt = isLast ? null : new Date(created_at.getTime() + nextMs);
  await store.noteLook(judging.ctx.db, { id, accountId, dueAt, ...columns });
}

/** In shadow mode: whether staff said the same. */
async function agreed(
  { ctx, assistant }: Judging,
  { account_id: accountId, action, answer }: store.ClaimedJudgement,
  staff: StaffAnswer | null,
): Promise<Seen> {
  const seen = { staffMessageId: staff?.id ?? null, isPicked: null, isTakenOver: null };
  if (!staff || action !== 'answer' || answer === null)
    return { ...seen, agreement: null, isSettled: staff !== null };
  const { model } = await assistant.memory.models.modelOf(accountId);
  const agreement =
    model && (await agreementOf(ctx.db, { accountId, brain: model.brain }, answer, staff.text));
  return { ...seen, agreement, isSettled: true };
}

/** In live mode: whether the customer chose, or staff wrote soon. */
async function followed(
  { ctx }: Judging,
  judgement: store.ClaimedJudgement,
  staff: StaffAnswer | null,
): Promise<Seen> {
  const { action, created_at } = judgement;
  const isTakenOver = staff !== null && staff.at.getTime() - created_at.getTime() <= SOON_MS;
  const next = action === 'clarify' ? await store.findNext(ctx.db, judgement) : undefined;
  const isPicked = action === 'clarify' ? next?.reason === 'chosen' : null;
  const staffMessageId = isTakenOver ? staff.id : null;
  const isSettled = isTakenOver || isPicked === true;
  return { staffMessageId, agreement: null, isPicked, isTakenOver, isSettled };
}

type Seen = Omit<store.Look, 'dueAt'> & { isSettled: boolean };
