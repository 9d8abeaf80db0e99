import type { Context } from '../../../context.ts';
import { Pause } from '../../../platform/lib/pause.ts';
import { uptimeMs } from './endpoint-scan.ts';
import { fanOutFirst, fanOutRoundRobin } from './fan-out-store.ts';
import type { DueEndpoint } from './slots.ts';

/** These events are fanned out in their order. With more events, accounts take turns. */
const FIRST_EVENTS = 100;
/** The weight is in deliveries: an account may have many webhooks. */
const ROUND_ROBIN = { events: 500, weight: 10_000, accounts: 200 };

/** Times are in `uptimeMs`. */
export class FanOut {
  readonly #ctx: Context;
  readonly #pause: Pause;
  #nextAt = 0;
  /** Where a long backlog continues; null without one. */
  #after: number | null = null;

  constructor(ctx: Context, pollMs: number) {
    this.#ctx = ctx;
    this.#pause = new Pause(pollMs);
  }

  get nextAt(): number {
    return this.#nextAt;
  }

  get hasBacklog(): boolean {
    return this.#after !== null;
  }

  startNow(): void {
    this.#pause.shorten();
    this.#nextAt = 0;
  }

  /** Returns the endpoints with new deliveries. */
  async step(): Promise<DueEndpoint[]> {
    // Wake-ups during the statement belong to the next one.
    this.#nextAt = uptimeMs() + this.#pause.next();
    const { db } = this.#ctx;
    const now = this.#ctx.now();
    const { due, next } = await (this.#after === null
      ? fanOutFirst(db, { events: FIRST_EVENTS, now })
      : fanOutRoundRobin(db, { ...ROUND_ROBIN, after: this.#after, now }));
    this.#after = next;
    if (next !== null) this.startNow();
    return due;
  }
}
