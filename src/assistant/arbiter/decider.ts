import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { Pace } from '../../platform/lib/order-of-work.ts';
import { Pause, REST_MS } from '../../platform/lib/pause.ts';
import { WakeSignal } from '../../platform/lib/wake-signal.ts';
import { Committer } from './commit.ts';
import { Intake } from './intake.ts';
import type { Producers } from './producers.ts';
import { SLOTS, TurnSlots } from './slots.ts';
import { readTurns, runTurn } from './turn.ts';
import { type Claimed, type ClaimedTurn, claimTurns, releaseAllClaims } from './turn-store.ts';

const POLL_MS = 1 * SECOND;
const RETRY_MS = 1 * SECOND;
/** Of one claim. */
const ACCOUNTS = 200;
/** Longer than the slowest model and HTTP node with their repetitions. */
const CLAIM_MS = 60 * SECOND;
/** Before another process may take the turn. */
const ABORT_MS = 50 * SECOND;

export interface Decider {
  /** Decides until nothing is due. For tests. */
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
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  readonly #slots = new TurnSlots();
  readonly #pace: Pace;
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> | null = null;
  #unsubscribe = () => {};
  #after = 0;
  #isReceived = true;
  #lookedAt = 0;
  /** Of a waiting flow. */
  #wakesAt: Date | null = null;
  #restsUntil = 0;
  readonly #pause = new Pause(POLL_MS);

  constructor(ctx: Context, producers: Producers) {
    this.#ctx = ctx;
    this.#producers = producers;
    this.#intake = new Intake(ctx, producers.flows);
    this.#committer = new Committer(ctx);
    this.#pace = new Pace(ctx.order, ctx, { kind: 'answers', most: SLOTS });
  }

  start(): void {
    this.#unsubscribe = this.#ctx.bus.subscribe('received', () => {
      this.#isReceived = true;
      this.#signal.wake();
    });
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    this.#signal.close();
    await this.#loop;
    await Promise.all(this.#running);
    // Other processes may rest.
    this.#ctx.bus.publish('received');
  }

  async runOnce(): Promise<void> {
    await this.#intake.step();
    await this.#intake.wakeFlows();
    while ((await this.#claim()).count > 0 || this.#running.size > 0) await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const behindMs = this.#pace.waitMs();
      if (behindMs > 0) await this.#signal.wait(behindMs, { onlyForClose: true });
      if (this.#stopping.signal.aborted) return;
      let waitMs = 0;
      try {
        const more = await this.#take();
        const { count, next_at } = await this.#claim();
        if (count > 0) this.#pause.shorten();
        if (!more && this.#pace.waitMs() === 0)
          waitMs = Math.min(this.#pause.next(), this.#msUntil(next_at), this.#msUntil(this.#wakesAt));
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'automation.decider_failed');
        waitMs = RETRY_MS;
      }
      this.#restsUntil = this.#ctx.now().getTime() + waitMs;
      if (waitMs <= 0) continue;
      // After a silent wait, it looks for messages whose signal was lost.
      if (await this.#signal.wait(waitMs)) this.#pause.shorten();
      else this.#isReceived = true;
    }
  }

  #msUntil = (at: Date | null) => (at ? at.getTime() - this.#ctx.now().getTime() : REST_MS);

  /** True: more follows at once. Flows wait for seconds, so most rounds skip them. */
  async #take(): Promise<boolean> {
    const now = this.#ctx.now().getTime();
    const isLate = now - this.#lookedAt >= POLL_MS || this.#msUntil(this.#wakesAt) <= 0;
    if (!this.#isReceived && !isLate) return false;
    this.#isReceived = false;
    const { more } = await this.#intake.step();
    this.#isReceived ||= more;
    if (!isLate) return more;
    this.#lookedAt = now;
    const flows = await this.#intake.wakeFlows();
    this.#wakesAt = flows.nextAt;
    return flows.more || more;
  }

  /** One look at all accounts, from where the last look ran out of slots. */
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

  /** Null: no slot is free. */
  async #claimSome(): Promise<Claimed | null> {
    const now = this.#ctx.now();
    const room = this.#slots.room(now);
    const slots = Math.min(room.slots, this.#pace.room());
    if (slots === 0) return null;
    const claimed = await claimTurns(this.#ctx.db, {
      claim: randomUUID(),
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      after: this.#after,
      accounts: ACCOUNTS,
      ...room,
      slots,
    });
    this.#pace.spend(claimed.turns.length);
    this.#after = claimed.last ?? 0;
    if (claimed.turns.length > 0) await this.#begin(claimed.turns);
    return claimed;
  }

  async #begin(turns: readonly ClaimedTurn[]): Promise<void> {
    const stopping = this.#stopping.signal;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(ABORT_MS)]);
    const parts = {
      ctx: this.#ctx,
      producers: this.#producers,
      committer: this.#committer,
      signal,
      stopping,
    };
    for (const read of await readTurns(this.#ctx, turns)) {
      const end = this.#slots.begin(read.turn.account_id, this.#ctx.now());
      const run: Promise<void> = runTurn(parts, read).then((dueAt) => {
        this.#running.delete(run);
        const soon = this.#ctx.now().getTime() + POLL_MS;
        const isDueSoon = dueAt !== null && dueAt.getTime() < soon;
        // Its flow may wait for less than the loop rests.
        if (end() || isDueSoon || this.#restsUntil > soon) this.#signal.wake();
      });
      this.#running.add(run);
    }
  }
}

/** For the only gateway of a database: claims of a killed one end at once. */
export async function takeOverTurns({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await releaseAllClaims(db, { now: now() });
}
