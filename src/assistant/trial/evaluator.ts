import type { Context } from '../../context.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import type { AccountJob } from '../../platform/lib/jobs.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import { type Memory, openAssistant } from '../assistant.ts';
import { EVALUATION } from './evaluation.ts';
import * as store from './evaluation-store.ts';
import { historyReport, type Parts, runHistorySlice, type Slice } from './history.ts';
import { openOtherStages } from './other-stages.ts';
import { runTestSlice, testReport } from './question-run.ts';
import { KEPT_RUNS } from './schema.ts';

/** Longer than a slice of the largest knowledge takes. */
const CLAIM_MS = 2 * MINUTE;
/** Then the run is given up. */
const MAX_ATTEMPTS = 5;

/** Evaluates in slices: runs of accounts take turns. */
export function evaluationJob(ctx: Context, memory: Memory): AccountJob {
  const parts = { ctx, assistant: openAssistant(ctx, null, memory), findOthers: openOtherStages(ctx) };
  return {
    name: EVALUATION,
    slots: 1,
    due: () => store.listOverdue(ctx.db, { before: new Date(ctx.now().getTime() - MINUTE) }),
    async run({ accountId }) {
      const now = ctx.now();
      const run = await store.claim(ctx.db, { accountId, until: new Date(now.getTime() + CLAIM_MS) });
      if (!run) return;
      await runSlice(parts, run);
      await enqueue(ctx.db, { name: EVALUATION, accountId });
    },
  };
}

async function runSlice(parts: Parts, run: Claimed): Promise<void> {
  const { ctx } = parts;
  if (run.attempts > MAX_ATTEMPTS) await finish(ctx, run, run.looked_at, null);
  else if (run.kind === 'history') await save(ctx, run, await runHistorySlice(parts, run), historyReport);
  else {
    const { noteOutcomes, ...slice } = await runTestSlice(parts, run);
    if (await save(ctx, run, slice, testReport)) await noteOutcomes();
  }
}

/** False: another process has the run. */
async function save<Work>(
  ctx: Context,
  run: Claimed,
  { work, looked, next }: Slice<Work>,
  reportOf: (work: Work) => object,
): Promise<boolean> {
  if (!next) return finish(ctx, run, looked, JSON.stringify(reportOf(work)));
  const { at: nextAt, id: nextId } = next;
  const moved = { ...fenceOf(ctx, run, looked), nextAt, nextId, work: JSON.stringify(work) };
  return (await store.saveProgress(ctx.db, moved)) === 1;
}

async function finish(ctx: Context, run: Claimed, looked: number, report: string | null): Promise<boolean> {
  const isFinished = (await store.finish(ctx.db, { ...fenceOf(ctx, run, looked), report })) === 1;
  await store.deleteSurplus(ctx.db, { accountId: run.account_id, kept: KEPT_RUNS });
  return isFinished;
}

type Claimed = store.EvaluationRow & { due_at: Date };

const fenceOf = (ctx: Context, run: Claimed, lookedAt: number) => ({
  id: run.id,
  accountId: run.account_id,
  claimedUntil: run.due_at,
  lookedAt,
  now: ctx.now(),
});
