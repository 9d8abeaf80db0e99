import type { Context } from '../../context.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { ConcurrentRounds } from '../../platform/lib/concurrent-rounds.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { evaluateAfterTraining } from '../evaluations/evaluation.ts';
import { readKnowledge } from '../knowledge/knowledge.ts';
import { materialOf } from '../models/material.ts';
import { forgetModel, keepModel, lastTraining } from '../models/model.ts';
import { retryDelayMs } from '../retry-delay.ts';
import { findSettings } from '../settings/settings.ts';
import * as store from './store.ts';
import { trainInThread } from './thread.ts';

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

/** Learns the knowledge of accounts after it changes. */
export class Trainer {
  readonly #ctx: Context;
  readonly #rounds: ConcurrentRounds;
  #largeRunning = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#rounds = new ConcurrentRounds({
      ...{ log: ctx.log, failed: 'assistant.trainer_failed', pauseMs: TICK_MS, slots: SLOTS },
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
    const claim = await store.claim(this.#ctx.db, this.#ctx.now(), this.#later(CLAIM_MS));
    return claim ? () => this.#train(claim) : null;
  }

  async #train(claim: store.Claim): Promise<void> {
    const { db, log } = this.#ctx;
    const accountId = claim.account_id;
    const renewal = setInterval(() => {
      store
        .renew(db, claim, this.#later(CLAIM_MS))
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
    const { db, log } = this.#ctx;
    const accountId = claim.account_id;
    const [knowledge, settings] = await Promise.all([
      readKnowledge(db, accountId),
      findSettings(db, accountId),
    ]);
    const { source, set, scopes } = materialOf(knowledge, settings);
    const questions = set.entries.reduce((sum, entry) => sum + entry.questions.length, 0);
    const passages = set.passages?.length ?? 0;
    const last = await lastTraining(db, accountId);
    if (questions + passages === 0) await this.#keep(claim, (tx) => forgetModel(tx, accountId));
    else if (last.source !== source) {
      const restMs = restOf(last, this.#ctx.now());
      if (restMs > 0) return this.#postpone(claim, this.#later(restMs));
      const isLarge = questions + passages > MANY_QUESTIONS;
      if (isLarge && this.#largeRunning > 0) return this.#postpone(claim, this.#later(LARGE_WAIT_MS));
      if (isLarge) this.#largeRunning += 1;
      try {
        const { bytes, ...found } = await trainInThread(set, this.#rounds.stopping);
        const report = { faqs: set.entries.length, questions, passages, ...found };
        const model = { source, bytes: Buffer.from(bytes), scopes, report };
        const isKept = await this.#keep(claim, async (tx) => {
          const now = this.#ctx.now();
          await keepModel(tx, accountId, model, now);
          await evaluateAfterTraining(tx, accountId, now);
        });
        log.info({ accountId, questions, passages, ms: found.train_ms, isKept }, 'assistant.trained');
      } finally {
        if (isLarge) this.#largeRunning -= 1;
      }
    }
    await store.close(db, claim);
  }

  /** False: the claim has ended, and the model of a later one is newer. */
  #keep(claim: store.Claim, write: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.#ctx.db.transaction(async (tx) => {
      const isHeld = await store.hold(tx, claim);
      if (isHeld) await write(tx);
      return isHeld;
    });
  }

  /** A stop is no failure. */
  async #postponeFailed(claim: store.Claim, error: unknown): Promise<void> {
    const { db, log } = this.#ctx;
    const { account_id: accountId, failures } = claim;
    if (this.#rounds.stopping.aborted) {
      await store.postpone(db, claim, { dueAt: this.#ctx.now(), failures });
      return;
    }
    log.error({ err: error, accountId }, 'assistant.training_failed');
    await store.postpone(db, claim, { dueAt: this.#later(retryDelayMs(failures)), failures: failures + 1 });
  }

  #postpone(claim: store.Claim, dueAt: Date): Promise<void> {
    return store.postpone(this.#ctx.db, claim, { dueAt, failures: claim.failures });
  }

  #later(ms: number): Date {
    return new Date(this.#ctx.now().getTime() + ms);
  }
}

/** What is left of the rest, in milliseconds. A clock that was set back makes it no longer. */
function restOf({ trained_at, report }: Awaited<ReturnType<typeof lastTraining>>, now: Date): number {
  const took = report?.train_ms ?? 0;
  if (took < RESTS_FROM_MS || !trained_at) return 0;
  return Math.min(REST * took, trained_at.getTime() + REST * took - now.getTime());
}

export function startTrainer(ctx: Context): Trainer {
  const trainer = new Trainer(ctx);
  trainer.start();
  return trainer;
}
