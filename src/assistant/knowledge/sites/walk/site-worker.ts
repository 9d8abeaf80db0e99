import { randomUUID } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { ConcurrentRounds } from '../../../../platform/lib/concurrent-rounds.ts';
import { isDatabaseUnavailable } from '../../../../platform/lib/db/unavailable.ts';
import { READER_LIMITS, type ReaderLimits } from '../../documents/reading/document-reader.ts';
import { ReadingTurns } from './reading-turns.ts';
import { takeStep, type Walking } from './step.ts';
import * as store from './store.ts';

export interface SiteWorkerOptions extends Pick<Walking, 'clients' | 'publicClient' | 'folder'> {
  limits?: ReaderLimits;
  /** Between two renewals of a claim, in real time. */
  renewMs?: number;
}

const POLL_MS = SECOND;
/** Sites in work, each of another account. Nearly all of a step is the wait for its server. */
const PLACES = 8;
/** Of one reading. */
const READING_MS = 30 * SECOND;
/** After a kill -9, another worker goes on. */
const CLAIM_MS = 15 * SECOND;
const RENEW_MS = 5 * SECOND;

export const PAGE_LIMITS: ReaderLimits = { ...READER_LIMITS, timeMs: READING_MS };

/** Reads pages of sites, one of each site at a time. Any number of processes may run a worker. */
export class SiteWorker {
  readonly #ctx: Context;
  readonly #walking: Omit<Walking, 'signal'>;
  readonly #renewMs: number;
  readonly #rounds: ConcurrentRounds;
  #unsubscribe = () => {};

  constructor(ctx: Context, { limits = PAGE_LIMITS, renewMs = RENEW_MS, ...options }: SiteWorkerOptions) {
    this.#ctx = ctx;
    this.#walking = { ...options, limits, turns: new ReadingTurns(ctx) };
    this.#renewMs = renewMs;
    this.#rounds = new ConcurrentRounds({
      ...{ log: ctx.log, failed: 'knowledge.sites_failed', pauseMs: POLL_MS, slots: PLACES },
      claim: () => this.#claim(),
    });
  }

  start(): void {
    this.#unsubscribe = this.#ctx.bus.subscribe('knowledge', () => this.#rounds.wake());
    this.#rounds.start();
  }

  /** Steps under way are given up, and another process may take them at once. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#rounds.stop();
  }

  /** Takes one step of every site that is due. False: none is. For tests. */
  runOnce(): Promise<boolean> {
    return this.#rounds.runOnce();
  }

  async #claim() {
    const claim = { claimId: randomUUID(), now: this.#ctx.now(), until: this.#claimEnd() };
    const site = await store.claimSite(this.#ctx.db, claim);
    return site ? () => this.#take(site) : null;
  }

  async #take(site: store.ClaimedSite): Promise<void> {
    const { db, log } = this.#ctx;
    // Aborted when the site is gone, or another process has it.
    const lost = new AbortController();
    const renewal = setInterval(() => {
      store
        .renewClaim(db, site, this.#claimEnd())
        .then((isOurs) => isOurs || lost.abort())
        .catch((error) => log.warn({ err: error, siteId: site.id }, 'knowledge.claim_not_renewed'));
    }, this.#renewMs);
    const signal = AbortSignal.any([this.#rounds.stopping, lost.signal]);
    try {
      await takeStep(this.#ctx, { ...this.#walking, signal }, site);
    } catch (error) {
      // The claim ends, and the step is taken again.
      if (!isDatabaseUnavailable(error)) log.error({ err: error, siteId: site.id }, 'knowledge.step_failed');
    } finally {
      clearInterval(renewal);
    }
  }

  #claimEnd(): Date {
    return new Date(this.#ctx.now().getTime() + CLAIM_MS);
  }
}
