import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { badRowsOf, type CsvProblem, readCsv } from '../../platform/lib/csv.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { type Page, type PageQuery, readPage } from '../../platform/lib/page.ts';
import { cut, isLonger, isUuid } from '../../platform/lib/text.ts';
import { touchAutomation } from '../account.ts';
import { questionKey } from '../knowledge/faqs/question-key.ts';
import { getFaqs } from '../knowledge/knowledge.ts';
import * as store from './question-store.ts';
import {
  type CreateTestQuestion,
  type ImportedTestQuestions,
  MAX_QUESTION,
  MAX_TEST_QUESTIONS,
  type TestQuestion,
} from './schema.ts';

/** In the order of creation. */
export function listTestQuestions(
  ctx: Context,
  { id: accountId }: Pick<Caller, 'id'>,
  page: PageQuery,
): Promise<Page<store.TestQuestionRow>> {
  return readPage(ctx, {
    ...page,
    list: `test questions of account ${accountId}`,
    read: ([after = 0], limit) => store.list(ctx.db, { accountId, after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ question }) => [question],
  });
}

export function viewTestQuestion(row: store.TestQuestionRow): TestQuestion {
  return {
    id: row.question_uuid,
    question: row.question,
    faq_id: row.faq_uuid,
    outcome: row.outcome,
    earlier_outcome: row.earlier_outcome,
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** The same question gets the given pair. ApiError faq_not_found, test_question_limit_reached. */
export function createTestQuestion(
  ctx: Context,
  account: Caller,
  given: CreateTestQuestion,
): Promise<store.TestQuestionRow> {
  return ctx.db.transaction((tx) => saveOne(ctx, tx, account, given));
}

/** As part of a change. Returns its public id. */
export async function addTestQuestion(
  ctx: Context,
  tx: Tx,
  account: Caller,
  { question, faq_id }: { question: string; faq_id: string },
): Promise<string | null> {
  const text = cut(question.trim(), MAX_QUESTION);
  return text === '' ? null : (await saveOne(ctx, tx, account, { question: text, faq_id })).question_uuid;
}

async function saveOne(
  ctx: Context,
  tx: Tx,
  { id: accountId }: Caller,
  { question, faq_id }: CreateTestQuestion,
): Promise<store.TestQuestionRow> {
  const now = ctx.now();
  await touchAutomation(tx, accountId, now);
  if (faq_id !== null && (await getFaqs(tx, accountId, [faq_id])).length === 0)
    throw new ApiError('faq_not_found');
  const key = keyOf(question);
  const written = { accountId, questions: [question.trim()], keys: [key], faqUuids: [faq_id], now };
  const [saved] = await store.save(tx, written);
  if (!saved) return store.find(tx, { accountId, key });
  await requireRoom(tx, accountId);
  const entry = { accountId, target: saved.question_uuid, detail: { faq_id } };
  await record(tx, ctx, [{ action: 'test_question.created', ...entry }]);
  return saved;
}

/** ApiError test_question_not_found. */
export async function deleteTestQuestion(
  ctx: Context,
  { id: accountId }: Caller,
  uuid: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isDeleted = isUuid(uuid) && (await store.remove(tx, { accountId, uuid })) === 1;
    if (!isDeleted) throw new ApiError('test_question_not_found');
    await record(tx, ctx, [{ action: 'test_question.deleted', accountId, target: uuid, detail: {} }]);
  });
}

/**
 * CSV with the columns `question` and `faq_id` (empty: staff). Bad rows are reported. FieldErrors for a file without
 * both columns; ApiError test_question_limit_reached.
 */
export async function importTestQuestions(
  ctx: Context,
  { id: accountId }: Caller,
  text: string,
): Promise<ImportedTestQuestions> {
  const { header, rows, problems } = await readCsv(text, MAX_TEST_QUESTIONS);
  const names = header.map((name) => name.toLowerCase());
  const [at, faqAt] = [names.indexOf('question'), names.indexOf('faq_id')];
  if (at === -1 || faqAt === -1)
    throw new FieldErrors({ body: ['must have a header with the columns question and faq_id'] });
  const given = rows.map(({ line, cells }) => ({
    line,
    question: (cells[at] ?? '').trim(),
    faq: (cells[faqAt] ?? '').trim().toLowerCase(),
  }));
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, accountId, now);
    const uuids = [...new Set(given.flatMap(({ faq }) => (isUuid(faq) ? [faq] : [])))];
    const known = new Set((await getFaqs(tx, accountId, uuids)).map(({ faq_uuid }) => faq_uuid));
    const bad: CsvProblem[] = [...problems];
    const good = new Map<string, { question: string; faq: string | null }>();
    for (const { line, question, faq } of given) {
      const problem = problemOf(question, faq, known);
      if (problem !== null) bad.push({ line, problem });
      else good.set(keyOf(question), { question, faq: faq === '' ? null : faq });
    }
    const questions = [...good.values()].map(({ question }) => question);
    const faqUuids = [...good.values()].map(({ faq }) => faq);
    const written = { accountId, keys: [...good.keys()], questions, faqUuids, now };
    const saved = (await store.save(tx, written)).length;
    await requireRoom(tx, accountId);
    const entry = { accountId, target: accountId, detail: { saved } };
    if (saved > 0) await record(tx, ctx, [{ action: 'test_questions.imported', ...entry }]);
    return { rows: rows.length, saved, ...badRowsOf(bad) };
  });
}

function problemOf(question: string, faq: string, known: ReadonlySet<string>): string | null {
  if (question === '') return 'has no question';
  if (isLonger(question, MAX_QUESTION)) return `has a question of more than ${MAX_QUESTION} characters`;
  return faq === '' || known.has(faq) ? null : 'has a faq_id that no enabled FAQ pair has';
}

/** Also of long questions, as an index takes it. */
const keyOf = (question: string) =>
  createHash('sha256')
    .update(questionKey(question) || question.trim())
    .digest('hex');

async function requireRoom(tx: Tx, accountId: number): Promise<void> {
  if ((await store.count(tx, { accountId })).count > MAX_TEST_QUESTIONS)
    throw new ApiError('test_question_limit_reached');
}
