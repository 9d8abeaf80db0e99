import type { Context } from '../../context.ts';
import { ENGINE_KINDS, KIND_NAMES } from '../../engines/kinds.ts';
import { DAY, SECOND } from '../../lib/clock.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import * as store from './status-store.ts';

/** A message that could not be sent for so long is given up. */
const MAX_QUEUED_MS = DAY;
const SWEEP_MS = 5 * SECOND;
const ONCE = KIND_NAMES.filter((engine) => ENGINE_KINDS[engine].transport === 'calls');

/**
 * Fails the messages that nobody will ever send: those of released and banned devices, those queued for 24 hours, and those that may have gone
 * out and must not go out again.
 */
async function failHopelessMessages(ctx: Context): Promise<number> {
  const now = ctx.now();
  const hopeless = await store.failHopeless(ctx.pool, new Date(now.getTime() - MAX_QUEUED_MS), now);
  const failed = hopeless + (await store.failUnknown(ctx.pool, ONCE, now));
  if (failed > 0) ctx.bus.publish('events');
  return failed;
}

/** Looks for such messages every 5 s, and whenever a device has changed. Any number of processes may do so at once. */
export function sweepHopelessMessages(ctx: Context): { stop(): Promise<void> } {
  let sweeping: Promise<void> | null = null;

  const sweep = () => {
    sweeping ??= failHopelessMessages(ctx)
      .then(() => {})
      .catch((error) => {
        if (!isDatabaseAway(error)) ctx.log.error({ err: error }, 'messages.sweep_failed');
      })
      .finally(() => {
        sweeping = null;
      });
  };
  const timer = setInterval(sweep, SWEEP_MS);
  const unsubscribe = ctx.bus.subscribe('devices', sweep);

  return {
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await sweeping;
    },
  };
}
