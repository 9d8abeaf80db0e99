import { LRUCache } from 'lru-cache';
import type { Context } from '../../../../context.ts';
import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';

/** At a time. Each is a process that may take 512 MiB. */
const READINGS = 2;
/** Common pages take 0.4 seconds. */
const SLOW_MS = 5 * SECOND;
const SLOW_FOR_MS = 10 * MINUTE;
const MAX_REMEMBERED = 1_000;

interface Waiting {
  isSlow: boolean;
  begin: () => void;
}

/**
 * Readings in the order of their arrival. Accounts whose pages were slow lately have one place for all of them, so the
 * other place is free within one reading.
 */
export class ReadingTurns {
  readonly #ctx: Pick<Context, 'now'>;
  readonly #slowUntil = new LRUCache<number, number>({ max: MAX_REMEMBERED });
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #slowRunning = 0;

  constructor(ctx: Pick<Context, 'now'>) {
    this.#ctx = ctx;
  }

  async run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const isSlow = (this.#slowUntil.get(accountId) ?? 0) > this.#ctx.now().getTime();
    await new Promise<void>((begin) => {
      this.#waiting.push({ isSlow, begin });
      this.#next();
    });
    const beganAt = this.#ctx.now().getTime();
    try {
      return await work();
    } finally {
      const now = this.#ctx.now().getTime();
      if (now - beganAt > SLOW_MS) this.#slowUntil.set(accountId, now + SLOW_FOR_MS);
      this.#running -= 1;
      if (isSlow) this.#slowRunning -= 1;
      this.#next();
    }
  }

  #next(): void {
    if (this.#running >= READINGS) return;
    const at = this.#waiting.findIndex(({ isSlow }) => !isSlow || this.#slowRunning === 0);
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#running += 1;
    if (next.isSlow) this.#slowRunning += 1;
    next.begin();
  }
}
