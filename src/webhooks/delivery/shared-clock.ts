import type { Context } from '../../context.ts';
import { type Clock, SECOND, systemClock } from '../../lib/clock.ts';
import { readClock } from './store.ts';
import { uptimeMs } from './walk.ts';

/**
 * One clock for all processes that share the deliveries: claims that end and retries that are due mean the same to each of them, whatever its
 * machine believes, and a machine whose clock is set neither breaks in on the claims of others nor retries early.
 */
export interface SharedClock extends Clock {
  /** Asks for the time when it was not asked lately; rejects when asking does. The clock is the machine's until the first answer. */
  keep(): Promise<void>;
}

const ASK_AGAIN_MS = 5 * SECOND;

/** That of the database. */
export function databaseClock(ctx: Pick<Context, 'db'>): SharedClock {
  return createSharedClock(() => readClock(ctx.db));
}

/** `ask` answers the time that all agree on. `uptime` counts milliseconds and is never set; `machine` is where the clock starts. */
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
      // It was that time at some moment between question and answer: a slow answer proves little, and moves the clock no further than it proves.
      offset = Math.min(Math.max(offset, time - answered), time - asked);
      askAgainAt = answered + askAgainMs;
    },
  };
}
