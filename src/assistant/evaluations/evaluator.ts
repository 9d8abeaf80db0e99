import type { Context } from '../../context.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { Rounds } from '../../platform/lib/rounds.ts';
import { type Memory, openAssistant, openMemory } from '../assistant.ts';
import { historyReport } from './history-report.ts';
import { type Parts, runHistorySlice } from './history-run.ts';
import { openOtherStages } from './other-stages.ts';
import { runTestSlice, testReport } from './questions-run.ts';
import { KEPT_RUNS } from './schema.ts';
import * as store from './store.ts';

const TICK_MS = 2 * SECOND;
/** Longer than a slice of the largest knowledge takes. */
const CLAIM_MS = 2 * MINUTE;
/** Then the run is given up. */
const MAX_ATTEMPTS = 5;

/** Evaluates in slices, one account after the other. Any number of processes may run one. */
export class Evaluator {
  readonly #parts: Parts;
  readonly #rounds: Rounds;

  constructor(ctx: Context, memory: Memory = openMemory(ctx)) {
    const assistant = openAssistant(ctx, null, memory);
    this.#parts = { ctx, assistant, models: memory.models, findOthers: openOtherStages(ctx) };
    this.#rounds = new Rounds({
      ...{ log: ctx.log, failed: 'assistant.evaluation_failed', pauseMs: TICK_MS },
      round: () => this.slice(),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** All runs to their end. */
  async runOnce(): Promise<void> {
    while (await this.slice());
  }

  /** The next slice of the run that waits longest. False: none waits. */
  async slice(): Promise<boolean> {
    const { ctx } = this.#parts;
    const now = ctx.now();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const run = await store.claim(ctx.db, now, claimedUntil);
    if (!run) return false;
    const { id, account_id: accountId, looked_at: lookedAt } = run;
    if (run.attempts > MAX_ATTEMPTS) {
      const failed = { state: 'failed', report: null, lookedAt, now } as const;
      await store.finish(ctx.db, { id, accountId, claimedUntil, ...failed });
    } else if (run.kind === 'history') await this.#history(run, claimedUntil);
    else await this.#test(run, claimedUntil);
    return true;
  }

  async #history(run: store.EvaluationRow, claimedUntil: Date): Promise<void> {
    const { work, looked, next } = await runHistorySlice(this.#parts, run);
    const report = next ? null : historyReport(work);
    await this.#save(run, { claimedUntil, work, looked, next, report });
  }

  async #test(run: store.EvaluationRow, claimedUntil: Date): Promise<void> {
    const { work, looked, next, save } = await runTestSlice(this.#parts, run);
    const report = next ? null : testReport(work);
    if (await this.#save(run, { claimedUntil, work, looked, next, report })) await save();
  }

  async #save(
    { id, account_id: accountId }: store.EvaluationRow,
    given: {
      claimedUntil: Date;
      work: object;
      looked: number;
      next: { at: Date; id: number } | null;
      report: object | null;
    },
  ): Promise<boolean> {
    const { ctx } = this.#parts;
    const { claimedUntil, work, looked: lookedAt, next, report } = given;
    const fence = { id, accountId, claimedUntil, lookedAt, now: ctx.now() };
    if (next) {
      const { at: nextAt, id: nextId } = next;
      return store.goOn(ctx.db, { ...fence, nextAt, nextId, work: JSON.stringify(work) });
    }
    await store.finish(ctx.db, { ...fence, state: 'done', report: JSON.stringify(report) });
    await store.deleteSurplus(ctx.db, accountId, KEPT_RUNS);
    return true;
  }
}

export function startEvaluator(ctx: Context, memory: Memory): Evaluator {
  const evaluator = new Evaluator(ctx, memory);
  evaluator.start();
  return evaluator;
}
