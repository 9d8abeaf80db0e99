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
import {
  type CreateTestQuestion,
  type ImportedTestQuestions,
  MAX_QUESTION,
  MAX_TEST_QUESTIONS,
} from './schema.ts';
import * as store from './store.ts';

export type { TestQuestionRow } from './store.ts';
/** For the run over them. */
export const { list: readTestQuestions, noteOutcomes, count: countTestQuestions } = store;

/** In the order of creation. */
export function listTestQuestions(
  ctx: Context,
  { id: accountId }: Pick<Caller, 'id'>,
  page: PageQuery,
): Promise<Page<store.TestQuestionRow>> {
  return readPage(ctx, {
    ...page,
    list: `test questions of account ${accountId}`,
    read: ([after = 0], limit) => store.list(ctx.db, accountId, { after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ question }) => [question],
  });
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
  account: Caller,
  { question, faq_id }: CreateTestQuestion,
): Promise<store.TestQuestionRow> {
  await touchAutomation(tx, account.id, ctx.now());
  if (faq_id !== null && (await getFaqs(tx, account.id, [faq_id])).length === 0)
    throw new ApiError('faq_not_found');
  const key = keyOf(question);
  const written = { questions: [question.trim()], keys: [key], faqUuids: [faq_id] };
  const [saved] = await store.save(tx, account.id, written, ctx.now());
  if (!saved) return store.find(tx, account.id, key);
  await requireRoom(tx, account.id);
  const detail = { faq_id };
  const entry = { accountId: account.id, target: saved.question_uuid, detail };
  await record(tx, ctx, [{ action: 'test_question.created', ...entry }]);
  return saved;
}

/** ApiError test_question_not_found. */
export async function deleteTestQuestion(ctx: Context, account: Caller, uuid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isDeleted = isUuid(uuid) && (await store.remove(tx, account.id, uuid));
    if (!isDeleted) throw new ApiError('test_question_not_found');
    const entry = { accountId: account.id, target: uuid, detail: {} };
    await record(tx, ctx, [{ action: 'test_question.deleted', ...entry }]);
  });
}

/**
 * CSV with the columns `question` and `faq_id` (empty: staff). Bad rows are reported. FieldErrors for a file without
 * both columns; ApiError test_question_limit_reached.
 */
export async function importTestQuestions(
  ctx: Context,
  account: Caller,
  text: string,
): Promise<ImportedTestQuestions> {
  const { header, rows, problems } = await readCsv(text, MAX_TEST_QUESTIONS);
  const [at, faqAt] = ['question', 'faq_id'].map((name) =>
    header.findIndex((each) => each.toLowerCase() === name),
  );
  if (at === undefined || faqAt === undefined || at === -1 || faqAt === -1)
    throw new FieldErrors({ body: ['must have a header with the columns question and faq_id'] });
  const given = rows.map(({ line, cells }) => ({
    ...{ line, question: (cells[at] ?? '').trim(), faq: (cells[faqAt] ?? '').trim().toLowerCase() },
  }));
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, account.id, ctx.now());
    const uuids = [...new Set(given.flatMap(({ faq }) => (isUuid(faq) ? [faq] : [])))];
    const known = new Set((await getFaqs(tx, account.id, uuids)).map(({ faq_uuid }) => faq_uuid));
    const bad: CsvProblem[] = [...problems];
    const good = new Map<string, { question: string; faq: string | null }>();
    for (const { line, question, faq } of given) {
      const problem = problemOf(question, faq, known);
      if (problem !== null) bad.push({ line, problem });
      else good.set(keyOf(question), { question, faq: faq === '' ? null : faq });
    }
    const written = {
      keys: [...good.keys()],
      questions: [...good.values()].map(({ question }) => question),
      faqUuids: [...good.values()].map(({ faq }) => faq),
    };
    const saved = (await store.save(tx, account.id, written, ctx.now())).length;
    await requireRoom(tx, account.id);
    const report = { rows: rows.length, saved, ...badRowsOf(bad) };
    if (saved > 0) {
      const entry = { accountId: account.id, target: account.id, detail: { saved } };
      await record(tx, ctx, [{ action: 'test_questions.imported', ...entry }]);
    }
    return report;
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
  if ((await store.count(tx, accountId)) > MAX_TEST_QUESTIONS)
    throw new ApiError('test_question_limit_reached');
}
