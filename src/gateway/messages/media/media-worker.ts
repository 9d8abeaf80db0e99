import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { type Repeated, repeat } from '../../../platform/lib/repeat.ts';
import { type FetchParts, fetchFile } from './file-fetch.ts';
import * as store from './store.ts';

export interface MediaWorkerOptions extends FetchParts {
  slots?: number;
  slotsPerAccount?: number;
  leaseMs?: number;
  pollMs?: number;
  storagePauseMs?: number;
}

interface Job {
  messageId: number;
  accountId: number;
  claimId: string;
  stop: AbortController;
  done: Promise<void>;
}

const SLOTS = 8;
const SLOTS_PER_ACCOUNT = 2;
/** Renewed while in work. After a kill, another worker goes on at its end. */
const LEASE_MS = 60 * SECOND;
const POLL_MS = SECOND;
const SPACING_MS = 100;
const STORAGE_PAUSE_MS = 5 * SECOND;

/** Accounts take turns. Any number of processes may run one. */
export class MediaWorker {
  readonly #ctx: Context;
  readonly #options: MediaWorkerOptions;
  readonly #slots: number;
  readonly #perAccount: number;
  readonly #leaseMs: number;
  readonly #jobs = new Map<number, Job>();
  #claims: Repeated | null = null;
  #renewal: Repeated | null = null;
  #pausedUntil = 0;
  #after = 0;

  constructor(ctx: Context, options: MediaWorkerOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#slots = options.slots ?? SLOTS;
    this.#perAccount = options.slotsPerAccount ?? SLOTS_PER_ACCOUNT;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
  }

  start(): void {
    this.#claims = repeat(this.#ctx, {
      failed: 'media.claim_failed',
      everyMs: this.#options.pollMs ?? POLL_MS,
      rests: true,
      spacingMs: SPACING_MS,
      topics: ['events', 'media'],
      work: (stopping) => this.#claim(stopping),
    });
    this.#renewal = repeat(this.#ctx, {
      failed: 'media.renewal_failed',
      everyMs: this.#leaseMs / 4,
      work: () => this.#renew(),
    });
  }

  /** Ends downloads, and frees their claims at once. */
  async stop(): Promise<void> {
    const stopped = [this.#claims?.stop(), this.#renewal?.stop()];
    for (const { stop } of this.#jobs.values()) stop.abort();
    await Promise.all(stopped);
    for (const { stop } of this.#jobs.values()) stop.abort();
    await Promise.all([...this.#jobs.values()].map(({ done }) => done));
    // Other processes may rest.
    this.#ctx.bus.publish('media');
  }

  /** Until all slots are taken, or a whole round finds nothing. */
  async #claim(stopping: AbortSignal): Promise<void> {
    let hasFound = this.#after > 0;
    while (!stopping.aborted && performance.now() >= this.#pausedUntil) {
      const limit = this.#slots - this.#jobs.size;
      if (limit <= 0) return;
      const now = this.#ctx.now();
      const claimId = randomUUID();
      const { claimed, next } = await store.claimMedia(this.#ctx.db, {
        after: this.#after,
        full: this.#fullAccounts(),
        limit,
        claimId,
        now,
        leaseEnd: new Date(now.getTime() + this.#leaseMs),
      });
      for (const media of claimed) this.#start(media, claimId);
      if (claimed.length > 0) hasFound = true;
      this.#after = next ?? 0;
      if (next !== null) continue;
      if (!hasFound) return;
      hasFound = false;
    }
  }

  #start(media: store.ClaimedMedia, claimId: string): void {
    const { message_id: messageId, account_id: accountId } = media;
    const stop = new AbortController();
    const done = fetchFile(this.#ctx, this.#options, { media, claimId, signal: stop.signal })
      .then((isStorageThere) => {
        if (!isStorageThere)
          this.#pausedUntil = performance.now() + (this.#options.storagePauseMs ?? STORAGE_PAUSE_MS);
      })
      // The lease ends by itself.
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error))
          this.#ctx.log.error({ err: error, messageId }, 'media.fetch_failed');
      })
      .finally(() => {
        this.#jobs.delete(messageId);
        this.#claims?.wake();
      });
    this.#jobs.set(messageId, { messageId, accountId, claimId, stop, done });
  }

  #fullAccounts(): number[] {
    const counts = new Map<number, number>();
    for (const { accountId } of this.#jobs.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return [...counts].flatMap(([accountId, count]) => (count >= this.#perAccount ? [accountId] : []));
  }

  async #renew(): Promise<void> {
    const jobs = [...this.#jobs.values()];
    if (jobs.length === 0) return;
    const leaseEnd = new Date(this.#ctx.now().getTime() + this.#leaseMs);
    const ours = await store.renewClaims(this.#ctx.db, jobs, leaseEnd);
    for (const { messageId, stop } of jobs) if (!ours.has(messageId)) stop.abort();
  }
}
