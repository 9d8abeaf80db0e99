import { Worker } from 'node:worker_threads';
import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { ConcurrentRounds } from '../../../platform/lib/concurrent-rounds.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { TrainingSet } from '../../brain/brain.ts';
import { readKnowledge } from '../../knowledge/knowledge.ts';
import { retryDelayMs } from '../../retry-delay.ts';
import { findSettings } from '../../settings/settings.ts';
import { evaluateAfterTraining } from '../evaluation.ts';
import { materialOf } from './material.ts';
import * as store from './store.ts';
import type { Learned } from './train-thread.ts';

const TICK_MS = SECOND;
/** After a kill -9, another process trains. */
const CLAIM_MS = 30 * SECOND;
const RENEW_MS = 10 * SECOND;
/** One account with much knowledge leaves the other slot to those with little. */
const SLOTS = 2;
const MANY_QUESTIONS = 3_000;
const LARGE_WAIT_MS = 5 * SECOND;
/** A training that takes longer rests three times as long: an account trains a quarter of the time at most. */
const RESTS_FROM_MS = 5 * SECOND;
const REST = 3;
/** 10,000 questions take a minute on two cores. */
const TIME_LIMIT_MS = 10 * MINUTE;
const HEAP_MEBIBYTES = 2_048;

/** Learns the knowledge of accounts after it changes. */
export class Trainer {
  readonly #ctx: Context;
  readonly #rounds: ConcurrentRounds;
  #largeRunning = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#rounds = new ConcurrentRounds({
      log: ctx.log,
      failed: 'assistant.trainer_failed',
      pauseMs: TICK_MS,
      slots: SLOTS,
      claim: () => this.#claim(),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Trains all accounts that are due. */
  async runOnce(): Promise<void> {
    await this.#rounds.runOnce();
  }

  async #claim() {
    const given = { now: this.#ctx.now(), until: this.#later(CLAIM_MS) };
    const claim = await store.claimTraining(this.#ctx.db, given);
    return claim ? () => this.#train(claim) : null;
  }

  async #train(claim: store.Claim): Promise<void> {
    const { db, log } = this.#ctx;
    const { accountId } = claim;
    const renewal = setInterval(() => {
      store
        .renewTraining(db, { ...claim, until: this.#later(CLAIM_MS) })
        .catch((error) => log.warn({ err: error, accountId }, 'assistant.claim_not_renewed'));
    }, RENEW_MS);
    try {
      await this.#learn(claim);
    } catch (error) {
      await this.#postponeFailed(claim, error).catch((problem) =>
        log.warn({ err: problem, accountId }, 'assistant.training_not_postponed'),
      );
    } finally {
      clearInterval(renewal);
    }
  }

  async #learn(claim: store.Claim): Promise<void> {
    const { db } = this.#ctx;
    const { accountId } = claim;
    const [knowledge, settings] = await Promise.all([
      readKnowledge(db, accountId),
      findSettings(db, accountId),
    ]);
    const material = materialOf(knowledge, settings);
    const last = await store.findModelState(db, { accountId });
    if (material.questions + material.passages === 0)
      await this.#keep(claim, (tx) => store.deleteModel(tx, { accountId }));
    else if (last.source !== material.source) {
      const waitMs = restOf(last, this.#ctx.now()) || this.#waitOf(material);
      if (waitMs > 0) return this.#postpone(claim, waitMs);
      await this.#learnNow(claim, material);
    }
    await store.closeTraining(db, claim);
  }

  /** One large training at a time. */
  #waitOf(material: ReturnType<typeof materialOf>): number {
    return isLarge(material) && this.#largeRunning > 0 ? LARGE_WAIT_MS : 0;
  }

  async #learnNow(claim: store.Claim, material: ReturnType<typeof materialOf>): Promise<void> {
    const { accountId } = claim;
    const { source, set, scopes, questions, passages } = material;
    const large = isLarge(material) ? 1 : 0;
    this.#largeRunning += large;
    try {
      const { bytes, ...found } = await trainInThread(set, this.#rounds.stopping);
      const report = JSON.stringify({ faqs: set.entries.length, questions, passages, ...found });
      const model = { accountId, source, bytes: Buffer.from(bytes), scopes: JSON.stringify(scopes), report };
      const isKept = await this.#keep(claim, async (tx) => {
        const now = this.#ctx.now();
        await store.saveModel(tx, { ...model, now });
        await evaluateAfterTraining(tx, accountId, now);
      });
      const fields = { accountId, questions, passages, ms: found.train_ms, isKept };
      this.#ctx.log.info(fields, 'assistant.trained');
    } finally {
      this.#largeRunning -= large;
    }
  }

  /** False: the claim has ended, and the model of a later one is newer. */
  #keep(claim: store.Claim, write: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    return this.#ctx.db.transaction(async (tx) => {
      const isHeld = (await store.holdTraining(tx, claim)) !== undefined;
      if (isHeld) await write(tx);
      return isHeld;
    });
  }

  /** A stop is no failure. */
  async #postponeFailed(claim: store.Claim, error: unknown): Promise<void> {
    if (this.#rounds.stopping.aborted) return this.#postpone(claim, 0);
    const { accountId, failures } = claim;
    this.#ctx.log.error({ err: error, accountId }, 'assistant.training_failed');
    await this.#postpone({ ...claim, failures: failures + 1 }, retryDelayMs(failures));
  }

  async #postpone(claim: store.Claim, ms: number): Promise<void> {
    await store.postponeTraining(this.#ctx.db, { ...claim, dueAt: this.#later(ms) });
  }

  #later(ms: number): Date {
    return new Date(this.#ctx.now().getTime() + ms);
  }
}

const isLarge = ({ questions, passages }: ReturnType<typeof materialOf>) =>
  questions + passages > MANY_QUESTIONS;

/** What is left of the rest, in milliseconds. A clock that was set back makes it no longer. */
function restOf({ trained_at, report }: store.ModelState, now: Date): number {
  const took = report?.train_ms ?? 0;
  if (took < RESTS_FROM_MS || !trained_at) return 0;
  return Math.max(0, Math.min(REST * took, trained_at.getTime() + REST * took - now.getTime()));
}

/** Trains on a separate thread, which ends afterwards. Rejects beyond the limits of time and memory. */
async function trainInThread(set: TrainingSet, signal: AbortSignal): Promise<Learned> {
  const worker = new Worker(new URL('./train-thread.ts', import.meta.url), {
    workerData: set,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Learned>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The training ended without a model.')));
  const stop = () => reject(new Error('The training was stopped.'));
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => reject(new Error('The training takes too long.')), TIME_LIMIT_MS);
  try {
    signal.throwIfAborted();
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

export function startTrainer(ctx: Context): Trainer {
  const trainer = new Trainer(ctx);
  trainer.start();
  return trainer;
}
