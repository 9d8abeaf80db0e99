import type { Context } from '../../../context.ts';
import { requireDevices } from '../../../gateway/devices/device.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import type { Language } from '../../languages/language.ts';
import { changeKnowledge } from '../change.ts';
import { distinctQuestions } from './question-key.ts';
import { findRepeated, type Repeated } from './repeated.ts';
import { type ChangeFaq, type CreateFaq, type ListFaqs, MAX_QUESTIONS, MAX_VARIANTS } from './schema.ts';
import * as store from './store.ts';

export type { FaqRow } from './store.ts';

export interface SavedPair {
  faq: store.FaqRow;
  /** Other pairs answer them in another way. */
  repeated: readonly Repeated[];
}

export function listFaqs(
  ctx: Context,
  account: Caller,
  { q, ...page }: ListFaqs,
): Promise<Page<store.FaqRow>> {
  return readPage(ctx, {
    ...page,
    list: `faqs of account ${account.id}`,
    read: ([after = 0], limit) =>
      store.listFaqs(ctx.db, { accountId: account.id, q: q ?? null, after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ answer, questions, device_uuids }) => [answer, questions, device_uuids],
  });
}

/** ApiError faq_not_found. */
export async function getFaq(db: Db, account: Pick<Caller, 'id'>, uuid: string): Promise<store.FaqRow> {
  const found = isUuid(uuid) ? await store.findFaq(db, { accountId: account.id, uuid }) : undefined;
  if (!found) throw new ApiError('faq_not_found');
  return found;
}

/** ApiError knowledge_limit_reached, device_not_found. */
export async function createFaq(
  ctx: Context,
  account: Caller,
  { answer, question, questions = [], language = null, enabled = true, ...given }: CreateFaq,
): Promise<SavedPair> {
  const { device_uuids } = await requireDevices(ctx, account, given.device_uuids ?? null);
  const asked = distinctQuestions(question === undefined ? questions : [question, ...questions]);
  if (asked.length > MAX_VARIANTS) throw tooManyVariants();
  const content = { answer, questions: asked, language, device_uuids, enabled };
  return changeKnowledge(ctx, account, async (tx) => {
    const made = await store.insertFaq(tx, { ...content, accountId: account.id, now: ctx.now() });
    await requireRoom(tx, account.id);
    const saved = { faq: made, repeated: await findRepeated(tx, account.id, made) };
    return { result: saved, entry: { action: 'faq.created', target: made.faq_uuid } };
  });
}

/** ApiError faq_not_found, knowledge_limit_reached, device_not_found. */
export async function changeFaq(
  ctx: Context,
  account: Caller,
  uuid: string,
  given: ChangeFaq,
): Promise<SavedPair> {
  const devices = await requireDevices(ctx, account, given.device_uuids ?? null);
  return changeKnowledge(ctx, account, async (tx) => {
    const present = await getFaq(tx, account, uuid);
    const { answer, enabled, language } = { ...present, ...givenFields(given) };
    const questions = given.questions ? distinctQuestions(given.questions) : present.questions;
    const { device_uuids } = given.device_uuids === undefined ? present : devices;
    const content = { answer, questions, language, device_uuids, enabled };
    const changed = await store.updateFaq(tx, { ...content, id: present.id, now: ctx.now() });
    await requireRoom(tx, account.id);
    const saved = { faq: changed, repeated: await findRepeated(tx, account.id, changed) };
    return { result: saved, entry: { action: 'faq.changed', target: present.faq_uuid } };
  });
}

/** What answers the questions: a present pair, or else an answer. */
export interface Teaching {
  questions: readonly string[];
  present?: store.FaqRow;
  answer?: string;
  /** Of a new pair. */
  language?: Language | null;
}

/**
 * To the given pair, the one with this answer, or a new one. In the transaction of `changeKnowledge`. ApiError
 * knowledge_limit_reached; FieldErrors for too many questions.
 */
export async function teachQuestions(
  tx: Tx,
  ctx: Context,
  account: Pick<Caller, 'id'>,
  { questions: given, present, answer = '', language = null }: Teaching,
): Promise<{ faq: store.FaqRow; action: 'faq.created' | 'faq.changed' | null }> {
  const pair = present ?? (await findByAnswer(tx, account.id, answer));
  const questions = distinctQuestions([...(pair?.questions ?? []), ...given]);
  if (questions.length === pair?.questions.length) return { faq: pair, action: null };
  if (questions.length > MAX_VARIANTS) throw tooManyVariants();
  const content = { answer, language, device_uuids: null, enabled: true, ...pair, questions };
  const faq = pair
    ? await store.updateFaq(tx, { ...content, id: pair.id, now: ctx.now() })
    : await store.insertFaq(tx, { ...content, accountId: account.id, now: ctx.now() });
  await requireRoom(tx, account.id);
  return { faq, action: pair ? 'faq.changed' : 'faq.created' };
}

const tooManyVariants = () =>
  new FieldErrors({ questions: [`are too many: an answer has at most ${MAX_VARIANTS} questions`] });

/** Pairs with the answer as a part of theirs. */
const MAX_SAME = 20;

async function findByAnswer(tx: Tx, accountId: number, answer: string): Promise<store.FaqRow | undefined> {
  const found = await store.listFaqs(tx, { accountId, q: answer, after: 0, limit: MAX_SAME });
  return found.find((faq) => faq.answer === answer);
}

/** ApiError faq_not_found. */
export function deleteFaq(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return changeKnowledge(ctx, account, async (tx) => {
    const { id, faq_uuid: target } = await getFaq(tx, account, uuid);
    await store.deleteFaqs(tx, { accountId: account.id, ids: [id] });
    return { result: undefined, entry: { action: 'faq.deleted', target } };
  });
}

/** After the write: changes of an account wait for each other. */
export async function requireRoom(tx: Tx, accountId: number): Promise<void> {
  if ((await store.countQuestions(tx, accountId)) > MAX_QUESTIONS) {
    throw new ApiError('knowledge_limit_reached', `An account has at most ${MAX_QUESTIONS} questions.`);
  }
}
