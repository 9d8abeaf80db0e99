import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseUnavailable } from '../../lib/db/unavailable.ts';
import { WakeSignal } from '../../lib/wake-signal.ts';
import { Intake } from './intake.ts';
import type { Producers } from './producers.ts';
import { readTurns, runTurn } from './turn.ts';
import { claimTurns, type Turn } from './turn-store.ts';

const POLL_MS = 1 * SECOND;
const RETRY_MS = 1 * SECOND;
/** Turns under way in this process. Most of a slow one is the wait for a model. */
const PLACES = 64;
/** One slow account delays no other. */
const PLACES_OF_ACCOUNT = 8;
const ACCOUNTS = 200;
/** Longer than the slowest model and HTTP node with their repetitions. */
const CLAIM_MS = 60 * SECOND;
/** Before another process may take the turn. */
const ABORT_MS = 50 * SECOND;

export interface Decider {
  /** One round without a wait: takes messages, and decides what is due until nothing is. For tests. */
  runOnce(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Any number of processes may run it. */
export function openDecider(ctx: Context, producers: Producers): Decider {
  return new DeciderLoop(ctx, producers);
}

class DeciderLoop implements Decider {
  readonly #ctx: Context;
  readonly #producers: Producers;
  readonly #intake: Intake;
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  /** Turns under way, by account. */
  readonly #busy = new Map<number, number>();
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> | null = null;
  #unsubscribe = () => {};
  #after = 0;

  constructor(ctx: Context, producers: Producers) {
    this.#ctx = ctx;
    this.#producers = producers;
    this.#intake = new Intake(ctx, producers.flows);
  }

  start(): void {
    this.#unsubscribe = this.#ctx.bus.subscribe('events', () => this.#signal.wake());
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    this.#signal.close();
    await this.#loop;
    await Promise.all(this.#running);
  }

  async runOnce(): Promise<void> {
    await this.#take();
    while ((await this.#claim()).count > 0 || this.#running.size > 0) await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let waitMs = POLL_MS;
      try {
        const more = await this.#take();
        const { next_at } = await this.#claim();
        if (more) waitMs = 0;
        else if (next_at) waitMs = Math.min(POLL_MS, next_at.getTime() - this.#ctx.now().getTime());
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'automation.decider_failed');
        waitMs = RETRY_MS;
      }
      if (waitMs > 0) await this.#signal.wait(waitMs);
    }
  }

  async #take(): Promise<boolean> {
    const messages = await this.#intake.step();
    const wakes = await this.#intake.wakeFlows();
    return messages.more || wakes.more;
  }

  /** Turns of all accounts in rotation. */
  async #claim(): Promise<{ count: number; next_at: Date | null }> {
    const places = PLACES - this.#running.size;
    if (places <= 0) return { count: 0, next_at: null };
    const now = this.#ctx.now();
    const claim = randomUUID();
    const { turns, next_at, last } = await claimTurns(this.#ctx.db, {
      ...{
        claim,
        now,
        until: new Date(now.getTime() + CLAIM_MS),
        after: this.#after,
        accounts: ACCOUNTS,
        places,
      },
      perAccount: PLACES_OF_ACCOUNT,
      busyIds: [...this.#busy.keys()],
      busyCounts: [...this.#busy.values()],
    });
    this.#after = last ?? 0;
    if (turns.length > 0) await this.#begin(turns, claim);
    return { count: turns.length, next_at };
  }

  async #begin(turns: readonly Turn[], claim: string): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ABORT_MS)]);
    const stopping = this.#stopping.signal;
    const parts = { ctx: this.#ctx, producers: this.#producers, claim, signal, stopping };
    for (const read of await readTurns(this.#ctx, turns)) {
      const { account_id } = read.turn;
      this.#count(account_id, 1);
      const run: Promise<void> = runTurn(parts, read).finally(() => {
        this.#count(account_id, -1);
        this.#running.delete(run);
        this.#signal.wake();
      });
      this.#running.add(run);
    }
  }

  #count(accountId: number, change: number): void {
    const count = (this.#busy.get(accountId) ?? 0) + change;
    if (count > 0) this.#busy.set(accountId, count);
    else this.#busy.delete(accountId);
  }
}
