import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { DAY } from '../../platform/lib/clock.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { type Page, type PageQuery, readPage } from '../../platform/lib/page.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { countTestQuestions } from '../test-questions/question.ts';
import { type KeptReport, showHistoryReport } from './history-report.ts';
import { type HistoryReport, MAX_MESSAGES, type StartEvaluation, type TestReport } from './schema.ts';
import * as store from './store.ts';

export type { ListedEvaluation } from './store.ts';

const MAX_ROW = Number.MAX_SAFE_INTEGER;
/** A run has to end during each of them. */
const MAX_STARTS = 3;

/** One of each kind at a time: a second start answers with the run under way. */
export async function startEvaluation(
  ctx: Context,
  account: Pick<Caller, 'id'>,
  wish: StartEvaluation,
): Promise<store.EvaluationRow> {
  for (let starts = 0; starts < MAX_STARTS; starts++) {
    const run = await startOrFind(ctx, account, wish);
    if (run) return run;
  }
  throw new ApiError('service_unavailable');
}

/** Undefined: the run that was under way has ended since. */
function startOrFind(
  ctx: Context,
  { id: accountId }: Pick<Caller, 'id'>,
  { kind, days, max_messages }: StartEvaluation,
): Promise<store.EvaluationRow | undefined> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const isHistory = kind === 'history';
    const started = await store.start(tx, {
      ...{ accountId, kind, now, nextAt: now, nextId: isHistory ? MAX_ROW : 0 },
      fromAt: isHistory ? new Date(now.getTime() - days * DAY) : now,
      maxMessages: isHistory ? max_messages : MAX_MESSAGES,
    });
    if (!started) return store.findRunning(tx, accountId, kind);
    const entry = { accountId, target: started.evaluation_uuid, detail: { kind } };
    await record(tx, ctx, [{ action: 'assistant.evaluated', ...entry }]);
    return started;
  });
}

/** After a training: the test questions are asked again. */
export async function evaluateAfterTraining(db: Db, accountId: number, now: Date): Promise<void> {
  if ((await countTestQuestions(db, accountId)) === 0) return;
  const run = { kind: 'test_questions', fromAt: now, maxMessages: MAX_MESSAGES } as const;
  await store.start(db, { accountId, ...run, nextAt: now, nextId: 0, now });
}

/** A run with the report of its kind. Null: it is not done. */
export interface Reported {
  run: store.EvaluationRow;
  history: HistoryReport | null;
  test: TestReport | null;
}

/** ApiError evaluation_not_found. */
export async function getEvaluation(
  ctx: Pick<Context, 'db'>,
  account: Pick<Caller, 'id'>,
  uuid: string,
): Promise<Reported> {
  const run = isUuid(uuid) ? await store.find(ctx.db, account.id, uuid) : undefined;
  if (!run) throw new ApiError('evaluation_not_found');
  const { kind, report } = run;
  // The evaluator writes one kind of report for each kind of run.
  if (kind === 'test_questions') return { run, history: null, test: report as TestReport | null };
  const kept = report as KeptReport | null;
  return { run, history: kept && (await showHistoryReport(ctx, account.id, kept)), test: null };
}

/** Newest first, without their reports. */
export function listEvaluations(
  ctx: Context,
  { id: accountId }: Pick<Caller, 'id'>,
  page: PageQuery,
): Promise<Page<store.ListedEvaluation>> {
  return readPage(ctx, {
    ...page,
    list: `evaluations of account ${accountId}`,
    read: ([before = null], limit) => store.list(ctx.db, accountId, { before, limit }),
    placeOf: ({ id }) => [id],
  });
}
