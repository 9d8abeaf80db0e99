import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { changeKnowledge } from '../change.ts';
import { type FaqRow, getFaq, teachQuestions } from '../faqs/faq.ts';
import { distinctQuestions } from '../faqs/question-key.ts';
import { type AnswerGap, type ListGaps, MAX_EXAMPLES, MAX_LISTED_EXAMPLES } from './schema.ts';
import * as store from './store.ts';

/** Since it was asked last. */
const KEEP_MS = 90 * DAY;

export interface ShownGap extends store.GapRow {
  examples: readonly store.ExampleRow[];
}

export function listGaps(
  ctx: Context,
  account: Caller,
  { status, sort, ...page }: ListGaps,
): Promise<Page<ShownGap>> {
  return readPage(ctx, {
    ...page,
    list: `gaps of account ${account.id} by ${sort}, ${status}`,
    async read([value = null, id = null], limit) {
      const asked = sort === 'count' ? value : null;
      const lastAskedAt = sort === 'last_asked' && value !== null ? new Date(value) : null;
      const after = { status: status ?? null, asked, lastAskedAt, id, limit };
      return withExamples(ctx.db, await store.listGaps(ctx.db, account.id, sort, after), MAX_LISTED_EXAMPLES);
    },
    placeOf: (gap) => [sort === 'count' ? gap.asked : gap.last_asked_at.getTime(), gap.id],
    partsOf: ({ examples, candidate_question }) => [examples, candidate_question],
  });
}

/** ApiError gap_not_found. */
export async function getGap(db: Db, account: Pick<Caller, 'id'>, uuid: string): Promise<ShownGap> {
  const found = isUuid(uuid) ? await store.findGap(db, { accountId: account.id, uuid }) : undefined;
  const [shown] = found ? await withExamples(db, [found], MAX_EXAMPLES) : [];
  if (!shown) throw new ApiError('gap_not_found');
  return shown;
}

async function withExamples(db: Db, gaps: readonly store.GapRow[], limit: number): Promise<ShownGap[]> {
  if (gaps.length === 0) return [];
  const ids = gaps.map(({ id }) => id);
  const examples = Map.groupBy(await store.listExamples(db, { ids, limit }), ({ gap_id }) => gap_id);
  return gaps.map((gap) => ({ ...gap, examples: examples.get(gap.id) ?? [] }));
}

/**
 * As an FAQ pair, or as questions of one. ApiError gap_not_found, faq_not_found, knowledge_limit_reached; FieldErrors
 * without any question.
 */
export async function answerGap(
  ctx: Context,
  account: Caller,
  uuid: string,
  { answer, faq_id, questions: given, language = null }: AnswerGap,
): Promise<{ gap: ShownGap; faq: FaqRow }> {
  const faq = await changeKnowledge(ctx, account, async (tx) => {
    const gap = await lockedGap(tx, account, uuid);
    const questions = distinctQuestions(given ?? gap.examples.map(({ text }) => text.replace(/\s+/g, ' ')));
    if (questions.length === 0) {
      throw new FieldErrors({ questions: ['are required: the messages of this gap are deleted'] });
    }
    const present = faq_id === undefined ? null : await getFaq(tx, account, faq_id);
    const taught = await teachQuestions(tx, ctx, account, {
      questions,
      language,
      ...(present ? { present } : { answer: answer ?? '' }),
    });
    const { faq_uuid: faqUuid } = taught.faq;
    await store.settleGap(tx, { id: gap.id, status: 'answered', faqUuid, now: ctx.now() });
    const detail = { faq_id: faqUuid, questions: questions.length };
    return { result: taught.faq, entry: { action: 'gap.answered', target: gap.gap_uuid, detail } };
  });
  return { gap: await getGap(ctx.db, account, uuid), faq };
}

/** It needs no answer. ApiError gap_not_found. */
export async function dismissGap(ctx: Context, account: Caller, uuid: string): Promise<ShownGap> {
  await changeKnowledge(ctx, account, async (tx) => {
    const { id, gap_uuid: target, status } = await lockedGap(tx, account, uuid);
    if (status === 'dismissed') return { result: undefined, entry: null };
    await store.settleGap(tx, { id, status: 'dismissed', faqUuid: null, now: ctx.now() });
    return { result: undefined, entry: { action: 'gap.dismissed', target }, teachesNothing: true };
  });
  return getGap(ctx.db, account, uuid);
}

async function lockedGap(tx: Tx, account: Caller, uuid: string): Promise<ShownGap> {
  const { id } = await getGap(tx, account, uuid);
  if (!(await store.lockGap(tx, id))) throw new ApiError('gap_not_found');
  return getGap(tx, account, uuid);
}

export function deleteOldGaps(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEEP_MS);
  return inChunks((limit) => store.deleteOld(ctx.db, { before, limit }));
}
