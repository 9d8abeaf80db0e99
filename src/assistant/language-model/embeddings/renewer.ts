import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { ConcurrentRounds } from '../../../platform/lib/concurrent-rounds.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { type FaqEntry, type PassageRow, readKnowledge } from '../../knowledge/knowledge.ts';
import { retryDelayMs } from '../../retry-delay.ts';
import type { LanguageModels } from '../language-model.ts';
import type { Entry } from './embeddings.ts';
import * as store from './renewal-store.ts';

const TICK_MS = SECOND;
/** Renewals of this process, each of another account. Nearly all of one is the wait for its provider. */
const SLOTS = 8;
/** Longer than a step with its last call. After a kill -9, another process goes on. */
const CLAIM_MS = 180 * SECOND;

/** Keeps the vectors of accounts with an embedding model current, apart from the training. */
export class Renewer {
  readonly #ctx: Context;
  readonly #languageModels: Pick<LanguageModels, 'embedAll'>;
  readonly #rounds: ConcurrentRounds;

  constructor(ctx: Context, languageModels: Pick<LanguageModels, 'embedAll'>) {
    this.#ctx = ctx;
    this.#languageModels = languageModels;
    this.#rounds = new ConcurrentRounds({
      ...{ log: ctx.log, failed: 'embeddings.renewer_failed', pauseMs: TICK_MS, slots: SLOTS },
      claim: () => this.#claim(),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Calls under way end at once. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Renews all accounts that are due. For tests. */
  async runOnce(): Promise<void> {
    while (await this.#rounds.runOnce());
  }

  async #claim() {
    const until = this.#later(CLAIM_MS);
    const claim = await store.claim(this.#ctx.db, { now: this.#ctx.now(), until, claim: randomUUID() });
    return claim ? () => this.#renew(claim) : null;
  }

  async #renew(claim: store.Claim): Promise<void> {
    const { db, log } = this.#ctx;
    const { account_id: accountId, failures } = claim;
    try {
      const { faqs, passages } = await readKnowledge(db, accountId);
      const entries = [...faqs.map(entryOfFaq), ...passages.map(entryOfPassage)];
      const step = await this.#languageModels.embedAll(accountId, entries, this.#rounds.stopping);
      if (this.#rounds.stopping.aborted) {
        await store.postpone(db, claim, { dueAt: this.#ctx.now(), failures });
      } else if (step?.failed) {
        const dueAt = this.#later(retryDelayMs(failures));
        await store.postpone(db, claim, { dueAt, failures: failures + 1 });
      } else if (step && step.left > 0) {
        await store.postpone(db, claim, { dueAt: this.#ctx.now(), failures: 0 });
      } else {
        await store.close(db, claim);
      }
    } catch (error) {
      // The claim ends, and the next one begins again.
      if (!isDatabaseUnavailable(error)) log.error({ err: error, accountId }, 'embeddings.renewal_failed');
    }
  }

  #later(ms: number): Date {
    return new Date(this.#ctx.now().getTime() + ms);
  }
}

/** A FAQ pair is found by its questions and its answer. */
const entryOfFaq = ({ faq_uuid, questions, answer }: FaqEntry): Entry => ({
  ...{ kind: 'faq', id: faq_uuid },
  text: [...questions, answer].join('\n'),
});

const entryOfPassage = ({ id, title, heading, text }: PassageRow): Entry => ({
  ...{ kind: 'passage', id: String(id) },
  text: [title, ...(heading === null ? [] : [heading]), text].join('\n'),
});

export function startRenewer(ctx: Context, languageModels: LanguageModels): Renewer {
  const renewer = new Renewer(ctx, languageModels);
  renewer.start();
  return renewer;
}
