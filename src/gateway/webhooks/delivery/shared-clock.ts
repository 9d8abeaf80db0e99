import type { Context } from '../../../context.ts';
import { type Clock, SECOND, systemClock } from '../../../platform/lib/clock.ts';
import { uptimeMs } from './endpoint-scan.ts';
import { readClock } from './store.ts';

/**
 * Shared by all delivering processes: a machine with a wrong clock neither takes claims of others nor retries early.
 */
export interface SharedClock extends Clock {
  /** Asks again when the answer is old. Before the first answer, the machine's clock counts. */
  keep(): Promise<void>;
}

const ASK_AGAIN_MS = 5 * SECOND;

export function databaseClock(ctx: Pick<Context, 'db'>): SharedClock {
  return createSharedClock(() => readClock(ctx.db));
}

export function createSharedClock(
  ask: () => Promise<Date>,
  options: { uptime?: () => number; machine?: Clock; askAgainMs?: number } = {},
): SharedClock {
  const { uptime = uptimeMs, machine = systemClock, askAgainMs = ASK_AGAIN_MS } = options;
  let offset = machine.now().getTime() - uptime();
  let askAgainAt = uptime();

  return {
    now: () => new Date(uptime() + offset),

    async keep() {
      const asked = uptime();
      if (asked < askAgainAt) return;
      const time = (await ask()).getTime();
      const answered = uptime();
      // The time was correct between question and answer, so a slow answer changes little.
      offset = Math.min(Math.max(offset, time - answered), time - asked);
      askAgainAt = answered + askAgainMs;
    },
  };
}
