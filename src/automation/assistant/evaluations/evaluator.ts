import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../lib/clock.ts';
import { isDatabaseUnavailable } from '../../../lib/db/unavailable.ts';
import { WakeSignal } from '../../../lib/wake-signal.ts';
import { openAssistant } from '../assistant.ts';
import { openModels } from '../models/model.ts';
import { historyReport, type Parts, runHistorySlice } from './history-run.ts';
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
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(ctx: Context) {
    this.#parts = { ctx, assistant: openAssistant(ctx, null), models: openModels(ctx) };
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#signal.close();
    await this.#loop;
  }

  /** All runs to their end. */
  async runOnce(): Promise<void> {
    while (await this.slice());
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let isBusy = false;
      try {
        isBusy = await this.slice();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) {
          this.#parts.ctx.log.error({ err: error }, 'assistant.evaluation_failed');
        }
      }
      if (!isBusy) await this.#signal.wait(TICK_MS);
    }
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
    const report = next ? null : await historyReport(this.#parts, run.account_id, work);
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

export function startEvaluator(ctx: Context): Evaluator {
  const evaluator = new Evaluator(ctx);
  evaluator.start();
  return evaluator;
}
