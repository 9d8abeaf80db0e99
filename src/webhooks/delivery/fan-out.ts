import type { Context } from '../../context.ts';
import { uptimeMs } from './endpoint-scan.ts';
import { fanOutFirst, fanOutRoundRobin } from './fan-out-store.ts';
import type { Due } from './slots.ts';

/** The first events are fanned out as they come. With more of them, accounts take turns. */
const FIRST_EVENTS = 100;
/** The weight is in deliveries: an account may have many webhooks. */
const ROUND_ROBIN = { events: 500, weight: 10_000, accounts: 200 };

/** Times are in `uptimeMs`. */
export class FanOut {
  readonly #ctx: Context;
  readonly #pollMs: number;
  #nextAt = 0;
  /** The account behind which a long backlog continues; null without one. */
  #after: number | null = null;

  constructor(ctx: Context, pollMs: number) {
    this.#ctx = ctx;
    this.#pollMs = pollMs;
  }

  get nextAt(): number {
    return this.#nextAt;
  }

  get hasBacklog(): boolean {
    return this.#after !== null;
  }

  startNow(): void {
    this.#nextAt = 0;
  }

  /** Answers the endpoints with new deliveries. */
  async step(): Promise<Due[]> {
    // Before the statement: a wake-up that comes while it runs belongs to the next one.
    this.#nextAt = uptimeMs() + this.#pollMs;
    const { db } = this.#ctx;
    const now = this.#ctx.now();
    const { due, next } = await (this.#after === null
      ? fanOutFirst(db, FIRST_EVENTS, now)
      : fanOutRoundRobin(db, ROUND_ROBIN, this.#after, now));
    this.#after = next;
    if (next !== null) this.startNow();
    return due;
  }
}
