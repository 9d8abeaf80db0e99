import type { Context } from '../../context.ts';
import { type CustomerText, listTexts } from '../../gateway/messages/history/history.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { Rounds } from '../../platform/lib/rounds.ts';
import { lessonOf } from '../answering/lesson.ts';
import { noteShadow } from '../arbiter/decisions/decision.ts';
import type { Assistant } from '../assistant.ts';
import { noteQuestion } from '../knowledge/gaps/questions/question.ts';
import { FIRST_LOOK_MS, judged } from './judgement.ts';
import * as store from './judgement-store.ts';
import { agreementOf, findStaffAnswers, type StaffAnswer } from './staff-answer.ts';

const TICK_MS = 2 * SECOND;
/** Longer than the slowest model with its repetitions. */
const CLAIM_MS = 2 * MINUTE;
const ROUND = { accounts: 200, perAccount: 4, slots: 32 };
/** Staff that writes this soon after an answer of the assistant has taken over. */
const SOON_MS = HOUR;
/** Answers of staff are looked for until then, since the message. */
const LOOKS_MS = { shadow: [FIRST_LOOK_MS, HOUR, 6 * HOUR, DAY], live: [FIRST_LOOK_MS, SOON_MS] };
/** What fails again and again, and what a long stop left behind, is given up. */
const KEEP_MS = { due: HOUR, open: 2 * DAY };

/** Judges messages in shadow mode, and compares answers with those of staff. Any number of processes may run one. */
export class Judge {
  readonly #ctx: Context;
  readonly #assistant: Pick<Assistant, 'reply' | 'memory'>;
  readonly #rounds: Rounds;
  #after = 0;

  constructor(ctx: Context, assistant: Pick<Assistant, 'reply' | 'memory'>) {
    this.#ctx = ctx;
    this.#assistant = assistant;
    this.#rounds = new Rounds({
      log: ctx.log,
      failed: 'assistant.judging_failed',
      pauseMs: TICK_MS,
      round: () => this.#round(),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** All that is due. */
  async runOnce(): Promise<void> {
    while (await this.#round());
  }

  /** False: nothing is due. */
  async #round(): Promise<boolean> {
    const now = this.#ctx.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const { judgements, last } = await store.claim(this.#ctx.db, {
      now,
      until,
      after: this.#after,
      ...ROUND,
    });
    this.#after = last ?? 0;
    await Promise.all(judgements.map((each) => this.#lookAt(each)));
    return judgements.length > 0 || last !== null;
  }

  async #lookAt(judgement: store.ClaimedJudgement): Promise<void> {
    const { account_id: accountId, message_ids: ids, decision_uuid: decisionId } = judgement;
    const age = this.#ctx.now().getTime() - judgement.created_at.getTime();
    try {
      const texts = await listTexts(this.#ctx.db, { accountId, ids });
      const last = texts.at(-1);
      if (!last || age > KEEP_MS[judgement.state]) await store.drop(this.#ctx.db, judgement);
      else if (judgement.state === 'due') await this.#judge(judgement, texts);
      else await this.#compare(judgement, last);
    } catch (error) {
      if (isDatabaseUnavailable(error)) return;
      this.#ctx.log.error({ err: error, accountId, decisionId }, 'assistant.judgement_failed');
    }
  }

  async #judge(judgement: store.ClaimedJudgement, texts: readonly CustomerText[]): Promise<void> {
    const { id, account_id: accountId, device_id, device_uuid, device_label, message_ids } = judgement;
    const [first] = texts;
    if (!first || device_uuid === null) return void (await store.drop(this.#ctx.db, judgement));
    const asked = { account_id: accountId, device_id, device_uuid, device_label, person_name: null };
    const question = texts.map(({ body }) => body.trim()).join('\n');
    const { answer } = await this.#assistant.reply({ ...asked, phone: first.phone }, question);
    const now = this.#ctx.now();
    const isFollowed = answer.reason !== 'small_talk';
    const dueAt = isFollowed ? new Date(now.getTime() + FIRST_LOOK_MS) : null;
    await this.#ctx.db.transaction(async (tx) => {
      const columns = { id, accountId, messageIds: message_ids, ...judged(answer), dueAt };
      if ((await store.judge(tx, columns)) === 0) return;
      await noteShadow(tx, accountId, judgement.decision_uuid, answer);
      // No customer reads the choices of shadow mode, so that none of them is chosen.
      const lesson = lessonOf({ answer, offered: [] }, { choices: null }, false);
      const messages = texts.map(({ id: messageId, body }) => ({ id: messageId, text: body }));
      await noteQuestion(tx, judgement, { messages, lesson }, now);
    });
  }

  async #compare(judgement: store.ClaimedJudgement, last: CustomerText): Promise<void> {
    const { account_id: accountId, id, mode, looks, created_at } = judgement;
    const place = { device_id: last.device_id, phone: last.phone, after: last.id };
    const [staff = null] = await findStaffAnswers(this.#ctx.db, [place]);
    const seen = await (mode === 'live' ? this.#followed(judgement, staff) : this.#agreed(judgement, staff));
    const nextMs = LOOKS_MS[mode][looks + 1];
    const { isSettled, ...columns } = seen;
    const isLast = isSettled || nextMs === undefined;
    const dueAt = isLast ? null : new Date(created_at.getTime() + nextMs);
    await store.noteLook(this.#ctx.db, { id, accountId, dueAt, ...columns });
  }

  /** In shadow mode: whether staff said the same. */
  async #agreed(
    { account_id, action, answer }: store.ClaimedJudgement,
    staff: StaffAnswer | null,
  ): Promise<Seen> {
    const seen = { staffMessageId: staff?.id ?? null, isPicked: null, isTakenOver: null };
    if (!staff || action !== 'answer' || answer === null)
      return { ...seen, agreement: null, isSettled: staff !== null };
    const { model } = await this.#assistant.memory.models.modelOf(account_id);
    return { ...seen, agreement: model && agreementOf(model.brain, answer, staff.text), isSettled: true };
  }

  /** In live mode: whether the customer chose, or staff wrote soon. */
  async #followed(judgement: store.ClaimedJudgement, staff: StaffAnswer | null): Promise<Seen> {
    const { action, created_at } = judgement;
    const isTakenOver = staff !== null && staff.at.getTime() - created_at.getTime() <= SOON_MS;
    const next = action === 'clarify' ? await store.findNext(this.#ctx.db, judgement) : undefined;
    const isPicked = action === 'clarify' ? next?.reason === 'chosen' : null;
    const staffMessageId = isTakenOver ? staff.id : null;
    const isSettled = isTakenOver || isPicked === true;
    return { staffMessageId, agreement: null, isPicked, isTakenOver, isSettled };
  }
}

type Seen = Omit<store.Looked, 'dueAt'> & { isSettled: boolean };

export function startJudge(ctx: Context, assistant: Pick<Assistant, 'reply' | 'memory'>): Judge {
  const judge = new Judge(ctx, assistant);
  judge.start();
  return judge;
}
