import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { assignWaiting } from './assignment.ts';

/** Many events are one look. */
const TICK_MS = 300;
/** The absence of a user is on no bus. */
const SWEEP_MS = 10 * SECOND;

/** Assigns conversations soon after they wait, or after a user comes. Any number of processes may run it. */
export function startAssigner(ctx: Context): { stop(): Promise<void> } {
  const stopped = new AbortController();
  let isWoken = true;
  let isRunning = false;
  let startedAt = 0;
  let running: Promise<void> = Promise.resolve();

  const tick = () => {
    const now = performance.now();
    if (isRunning || (!isWoken && now - startedAt < SWEEP_MS)) return;
    [isWoken, isRunning, startedAt] = [false, true, now];
    running = assignWaiting(ctx, stopped.signal)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error }, 'conversations.assignments_failed');
      })
      .finally(() => {
        isRunning = false;
      });
  };
  const wake = () => {
    isWoken = true;
  };
  const ends = [ctx.bus.subscribe('events', wake), ctx.bus.subscribe('presence', wake)];
  const timer = setInterval(tick, TICK_MS);
  return {
    async stop() {
      stopped.abort();
      clearInterval(timer);
      for (const end of ends) end();
      await running;
    },
  };
}
