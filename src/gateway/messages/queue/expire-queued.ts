import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { AT_MOST_ONCE } from '../../engines/kinds.ts';
import { failSuperseded } from './bot-store.ts';
import { settleSilent } from './evidence.ts';
import { expiryCutoff } from './expiry.ts';
import * as store from './settle-store.ts';

const SWEEP_MS = 5 * SECOND;

async function expireQueued(ctx: Context, stopped: AbortSignal): Promise<void> {
  const now = ctx.now();
  let unsendable: number;
  do {
    unsendable = await store.failUnsendable(ctx.db, expiryCutoff(now), now);
    if (unsendable > 0) ctx.bus.publish('events');
    // A cancelled account or a released device may leave a million messages.
  } while (unsendable === store.BATCH && !stopped.aborted);
  const silent = await settleSilent(ctx, now);
  const unresolved = await store.failUnresolved(ctx.db, AT_MOST_ONCE, now);
  const kept = await store.failKept(ctx.db, now);
  const superseded = await failSuperseded(ctx.db, now);
  if (silent.failed + unresolved + kept + superseded > 0) ctx.bus.publish('events');
}

/** Runs every 5 s and after changes of devices and accounts. */
export function startExpiry(ctx: Context): { stop(): Promise<void> } {
  const stopped = new AbortController();
  let sweeping: Promise<void> | null = null;

  const sweep = () => {
    sweeping ??= expireQueued(ctx, stopped.signal)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error }, 'messages.sweep_failed');
      })
      .finally(() => {
        sweeping = null;
      });
  };
  const timer = setInterval(sweep, SWEEP_MS);
  const unsubscribe = ctx.bus.subscribe('devices', sweep);

  return {
    async stop() {
      stopped.abort();
      clearInterval(timer);
      unsubscribe();
      await sweeping;
    },
  };
}
