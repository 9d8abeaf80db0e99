import type { Context } from '../../context.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { Rounds } from '../../platform/lib/rounds.ts';
import { type Memory, openAssistant, openMemory } from '../assistant.ts';
import * as store from './evaluation-store.ts';
import { historyReport, type Parts, runHistorySlice, type Slice } from './history.ts';
import { openOtherStages } from './other-stages.ts';
import { runTestSlice, testReport } from './question-run.ts';
import { KEPT_RUNS } from './schema.ts';

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
    this.#parts = { ctx, assistant, findOthers: openOtherStages(ctx) };
    this.#rounds = new Rounds({
      log: ctx.log,
      failed: 'assistant.evaluation_failed',
      pauseMs: TICK_MS,
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
    const run = await store.claim(ctx.db, { now, until: new Date(now.getTime() + CLAIM_MS) });
    if (!run) return false;
    if (run.attempts > MAX_ATTEMPTS) await this.#finish(run, run.looked_at, null);
    else if (run.kind === 'history') {
      const slice = await runHistorySlice(this.#parts, run);
      await this.#save(run, slice, historyReport);
    } else {
      const { noteOutcomes, ...slice } = await runTestSlice(this.#parts, run);
      if (await this.#save(run, slice, testReport)) await noteOutcomes();
    }
    return true;
  }

  /** False: another process has the run. */
  async #save<Work>(
    run: Claimed,
    { work, looked, next }: Slice<Work>,
    reportOf: (work: Work) => object,
  ): Promise<boolean> {
    if (!next) return this.#finish(run, looked, JSON.stringify(reportOf(work)));
    const { at: nextAt, id: nextId } = next;
    const moved = { ...this.#fence(run, looked), nextAt, nextId, work: JSON.stringify(work) };
    return (await store.goOn(this.#parts.ctx.db, moved)) === 1;
  }

  async #finish(run: Claimed, looked: number, report: string | null): Promise<boolean> {
    const { db } = this.#parts.ctx;
    const isFinished = (await store.finish(db, { ...this.#fence(run, looked), report })) === 1;
    await store.deleteSurplus(db, { accountId: run.account_id, kept: KEPT_RUNS });
    return isFinished;
  }

  #fence({ id, account_id: accountId, due_at: claimedUntil }: Claimed, lookedAt: number) {
    return { id, accountId, claimedUntil, lookedAt, now: this.#parts.ctx.now() };
  }
}

type Claimed = store.EvaluationRow & { due_at: Date };

export function startEvaluator(ctx: Context, memory: Memory): Evaluator {
  const evaluator = new Evaluator(ctx, memory);
  evaluator.start();
  return evaluator;
}
