import type { Context } from '../../../context.ts';
import { Pause } from '../../../platform/lib/pause.ts';
import { findPending, type Pending, type ScanCursor } from './store.ts';

/** A step takes 5 to 10 ms, and delays other work. */
const STEP_ENDPOINTS = 1_000;
/** A few scans per second suffice for continuous retries. */
const SCAN_GAP_MS = 200;
const STEP_SHARE = 1 / 10;

/** Times are in `uptimeMs`. */
export class EndpointScan {
  readonly #ctx: Context;
  readonly #pause: Pause;
  #cursor: ScanCursor | null = null;
  #startAt = 0;
  #restUntil = 0;

  /** `pollMs` after the last change, then ever later, and when a known delivery becomes due. */
  constructor(ctx: Context, pollMs: number) {
    this.#ctx = ctx;
    this.#pause = new Pause(pollMs);
  }

  get nextStepAt(): number {
    return Math.max(this.#restUntil, this.isRunning ? 0 : this.#startAt);
  }

  get isRunning(): boolean {
    return this.#cursor !== null;
  }

  startBy(at: number): void {
    this.#pause.shorten();
    this.#startAt = Math.min(this.#startAt, at);
  }

  /** For a worker that is not started. */
  skipRest(): void {
    this.#restUntil = 0;
  }

  async step(): Promise<Pending> {
    const startedAt = uptimeMs();
    // Wake-ups during the statement belong to the next scan.
    if (!this.isRunning) this.#startAt = startedAt + this.#pause.next();
    const now = this.#ctx.now();
    const pending = await findPending(this.#ctx.db, this.#cursor, STEP_ENDPOINTS, now);
    this.#cursor = pending.next;
    const tookMs = uptimeMs() - startedAt;
    this.#restUntil = startedAt + Math.max(this.isRunning ? 0 : SCAN_GAP_MS, tookMs / STEP_SHARE);
    const { next_due_at } = pending;
    if (next_due_at)
      this.#startAt = Math.min(this.#startAt, startedAt + next_due_at.getTime() - now.getTime());
    return pending;
  }
}

/** Milliseconds of a monotonic clock. */
export function uptimeMs(): number {
  return performance.now();
}
