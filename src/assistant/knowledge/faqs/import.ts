import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { badRowsOf, readCsv, refuseReplacement } from '../../../platform/lib/csv.ts';
import type { CsvRows } from '../../../platform/lib/csv-line.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { phrasesIn } from '../../languages/words.ts';
import { Pieces } from '../../pieces.ts';
import { changeKnowledge } from '../change.ts';
import { requireRoom } from './faq.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import { type ImportFaqs, type ImportReport, MAX_QUESTIONS } from './schema.ts';
import * as store from './store.ts';

const CHUNK = 200;
const COLUMNS = {
  question: phrasesIn(({ faqFile }) => faqFile.question),
  answer: phrasesIn(({ faqFile }) => faqFile.answer),
};

/** FieldErrors without both columns, and with `replace` for a bad row; ApiError knowledge_limit_reached. */
export async function importFaqs(
  ctx: Context,
  account: Caller,
  text: string,
  { mode, language, dry_run }: ImportFaqs,
): Promise<ImportReport> {
  const csv = await readCsv(text, MAX_QUESTIONS);
  const columns = columnsOf(csv.header);
  return changeKnowledge(ctx, account, async (tx) => {
    const present = await store.readFaqTexts(tx, { accountId: account.id });
    const plan = await new Pieces().run(account.id, planImport(csv, columns, present, mode));
    const report = reportOf(plan, csv.rows.length);
    const changes = plan.insert.length + plan.update.length + plan.remove.length;
    if (dry_run === 'true' || changes === 0) return { result: report, entry: null };
    // A pair must not go because its row has an error.
    const [problem] = plan.problems;
    if (mode === 'replace' && problem) refuseReplacement(problem);
    await store.deleteFaqs(tx, { accountId: account.id, ids: plan.remove });
    await store.setQuestions(tx, account.id, plan.update, ctx.now());
    await store.insertFaqs(tx, account.id, plan.insert, { language: language ?? null, now: ctx.now() });
    await requireRoom(tx, account.id);
    const { added_faqs, added_questions, removed_faqs, removed_questions } = report;
    const detail = { mode, added_faqs, added_questions, removed_faqs, removed_questions };
    return { result: report, entry: { action: 'faqs.imported', target: account.id, detail } };
  });
}

function columnsOf(header: readonly string[]): { question: number; answer: number } {
  const find = (names: readonly string[]) =>
    header.findIndex((name) => names.some((each) => each === name.toLowerCase()));
  const columns = { question: find(COLUMNS.question), answer: find(COLUMNS.answer) };
  if (columns.question === -1 || columns.answer === -1) {
    throw new FieldErrors({ body: ['must have a header with the columns question and answer'] });
  }
  return columns;
}

function reportOf(plan: ImportPlan, rows: number): ImportReport {
  return {
    rows,
    added_faqs: plan.insert.length,
    added_questions: plan.addedQuestions,
    unchanged: plan.unchanged,
    removed_faqs: plan.remove.length,
    removed_questions: plan.removedQuestions,
    ...badRowsOf(plan.problems),
  };
}

export async function* exportFaqs(ctx: Context, { id }: Caller): CsvRows {
  yield [['question', 'answer']];
  for (let after = 0; ; ) {
    const faqs = await store.listFaqs(ctx.db, { accountId: id, q: null, after, limit: CHUNK });
    yield faqs.flatMap(({ questions, answer }) => questions.map((each) => [each, answer]));
    const last = faqs.at(-1);
    if (!last || faqs.length < CHUNK) return;
    after = last.id;
  }
}
