import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { DAY } from '../../platform/lib/clock.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';

import { enqueue } from '../../platform/lib/jobs-queue.ts';
import { type Page, type PageQuery, readPage } from '../../platform/lib/page.ts';

import { isUuid } from '../../platform/lib/text.ts';
import * as store from './evaluation-store.ts';
import { type KeptReport, showHistoryReport } from './history.ts';
import * as questions from './question-store.ts';
import {
  type Evaluation,
  type EvaluationListed,
  MAX_MESSAGES,
  type StartEvaluation,
  type TestReport,
} from './schema.ts';

const MAX_ROW = Number.MAX_SAFE_INTEGER;
export const EVALUATION = 'assistant.evaluate';
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
    const started = await (kind === 'history'
      ? begin(tx, {
          accountId,
          kind,
          fromAt: new Date(now.getTime() - days * DAY),
          maxMessages: max_messages,
          nextId: MAX_ROW,
          now,
        })
      : startTest(tx, accountId, now));
    if (!started) return store.findRunning(tx, { accountId, kind });
    const entry = { accountId, target: started.evaluation_uuid, detail: { kind } };
    await record(tx, ctx, [{ action: 'assistant.evaluated', ...entry }]);
    return started;
  });
}

const startTest = (db: Db, accountId: number, now: Date) =>
  begin(db, {
    accountId,
    kind: 'test_questions',
    fromAt: now,
    maxMessages: MAX_MESSAGES,
    nextId: 0,
    now,
  });

async function begin(
  db: Db,
  given: Parameters<typeof store.start>[1],
): Promise<store.EvaluationRow | undefined> {
  const started = await store.start(db, given);
  if (started) await enqueue(db, { name: EVALUATION, accountId: given.accountId });
  return started;
}

/** After a training: the test questions are asked again. */
export async function evaluateAfterTraining(db: Db, accountId: number, now: Date): Promise<void> {
  if ((await questions.count(db, { accountId })).count > 0) await startTest(db, accountId, now);
}

/** With the report of its kind, when it is done. ApiError evaluation_not_found. */
export async function getEvaluation(
  { db }: Pick<Context, 'db'>,
  { id: accountId }: Pick<Caller, 'id'>,
  uuid: string,
): Promise<Evaluation> {
  const run = isUuid(uuid) ? await store.find(db, { accountId, uuid }) : undefined;
  if (!run) throw new ApiError('evaluation_not_found');
  const listed = viewListed(run);
  // The evaluator writes one kind of report for each kind of run.
  if (run.kind === 'test_questions')
    return { ...listed, history: null, test: run.report as TestReport | null };
  const kept = run.report as KeptReport | null;
  return { ...listed, history: kept && (await showHistoryReport(db, accountId, kept)), test: null };
}

export function viewListed(row: store.ListedEvaluation): EvaluationListed {
  return {
    id: row.evaluation_uuid,
    kind: row.kind,
    state: row.state,
    looked_at: row.looked_at,
    max_messages: row.max_messages,
    from: row.from_at.toISOString(),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
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
    read: ([before = null], limit) => store.list(ctx.db, { accountId, before, limit }),
    placeOf: ({ id }) => [id],
  });
}
