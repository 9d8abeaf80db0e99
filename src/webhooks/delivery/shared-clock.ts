import type { Context } from '../../context.ts';
import { type Clock, SECOND, systemClock } from '../../lib/clock.ts';
import { uptimeMs } from './endpoint-scan.ts';
import { readClock } from './store.ts';

/**
 * One clock for all processes that share the deliveries: leases end and retries are due at the same moment for each
 * of them. A machine whose clock is wrong neither takes claims of other processes nor retries early.
 */
export interface SharedClock extends Clock {
  /** Asks for the time, unless the last answer is new. Until the first answer the clock is the machine's. */
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
      // The time was right at some moment between question and answer: a slow answer proves little and changes little.
      offset = Math.min(Math.max(offset, time - answered), time - asked);
      askAgainAt = answered + askAgainMs;
    },
  };
}
