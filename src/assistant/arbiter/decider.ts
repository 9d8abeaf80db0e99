import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../platform/lib/batcher.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { WakeSignal } from '../../platform/lib/wake-signal.ts';
import { Committer } from './committer.ts';
import { Intake } from './intake.ts';
import type { Producers } from './producers.ts';
import { endSilentTurns } from './silent-turns.ts';
import { type EndedTurn, readTurns, runTurn } from './turn.ts';
import { TurnSlots } from './turn-slots.ts';
import { type Claimed, claimTurns, endTurns, type Turn } from './turn-store.ts';

const POLL_MS = 1 * SECOND;
const RETRY_MS = 1 * SECOND;
/** Of one claim. */
const ACCOUNTS = 200;
/** Of one statement. */
const MAX_ENDS = 100;
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
  readonly #committer: Committer;
  readonly #ends: Batcher<EndedTurn, boolean>;
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  readonly #slots = new TurnSlots();
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> | null = null;
  #unsubscribe = () => {};
  #after = 0;
  #wakesLookedAt = 0;

  constructor(ctx: Context, producers: Producers) {
    this.#ctx = ctx;
    this.#producers = producers;
    this.#intake = new Intake(ctx, producers.flows);
    this.#committer = new Committer(ctx);
    this.#ends = createBatcher((turns) => this.#endTurns(turns), { maxItems: MAX_ENDS });
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
    await this.#takeMessages();
    await this.#takeWakes();
    while ((await this.#claim()).count > 0 || this.#running.size > 0) await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let waitMs = POLL_MS;
      try {
        const more = (await this.#takeMessages()) || (await this.#takeWakesInTime());
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

  async #takeMessages(): Promise<boolean> {
    return (await this.#intake.step()).more;
  }

  /** Waits of flows take seconds, so that most rounds need no look. */
  async #takeWakesInTime(): Promise<boolean> {
    const now = this.#ctx.now().getTime();
    if (now - this.#wakesLookedAt < POLL_MS) return false;
    this.#wakesLookedAt = now;
    return this.#takeWakes();
  }

  async #takeWakes(): Promise<boolean> {
    return (await this.#intake.wakeFlows()).more;
  }

  /** One look at all accounts, from the one after which the last look ran out of slots. */
  async #claim(): Promise<{ count: number; next_at: Date | null }> {
    let count = 0;
    let next: Date | null = null;
    for (let isFromStart = this.#after === 0; ; ) {
      const claimed = await this.#claimSome();
      // The end of a turn begins another look.
      if (!claimed) return { count, next_at: null };
      count += claimed.turns.length;
      if (claimed.next_at && (next === null || claimed.next_at < next)) next = claimed.next_at;
      if (this.#after !== 0) continue;
      if (isFromStart) return { count, next_at: next };
      isFromStart = true;
    }
  }

  /** Null: there is no slot. */
  async #claimSome(): Promise<Claimed | null> {
    const now = this.#ctx.now();
    const room = this.#slots.room(now);
    if (room.slots === 0) return null;
    const claim = randomUUID();
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await claimTurns(this.#ctx.db, {
      ...{ claim, now, until, after: this.#after, accounts: ACCOUNTS },
      ...room,
    });
    this.#after = claimed.last ?? 0;
    if (claimed.turns.length > 0) await this.#begin(claimed.turns, claim);
    return claimed;
  }

  async #begin(turns: readonly Turn[], claim: string): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ABORT_MS)]);
    const stopping = this.#stopping.signal;
    const parts = {
      ...{ ctx: this.#ctx, producers: this.#producers, committer: this.#committer },
      endTurn: (turn: EndedTurn) => this.#ends.add(turn),
      ...{ claim, signal, stopping },
    };
    const reads = await readTurns(this.#ctx, turns);
    for (const read of await endSilentTurns(this.#ctx, claim, reads)) {
      const end = this.#slots.begin(read.turn.account_id, this.#ctx.now());
      const run: Promise<void> = runTurn(parts, read).finally(() => {
        end();
        this.#running.delete(run);
        this.#signal.wake();
      });
      this.#running.add(run);
    }
  }

  async #endTurns(turns: readonly EndedTurn[]): Promise<boolean[]> {
    const ended = await endTurns(this.#ctx.db, turns);
    return turns.map(({ conversation_id }) => ended.has(conversation_id));
  }
}
