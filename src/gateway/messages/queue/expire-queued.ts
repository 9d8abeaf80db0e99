import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { type Repeated, repeat } from '../../../platform/lib/repeat.ts';
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
export const startExpiry = (ctx: Context): Repeated =>
  repeat(ctx, {
    failed: 'messages.sweep_failed',
    everyMs: SWEEP_MS,
    topics: ['devices'],
    work: (stopping) => expireQueued(ctx, stopping),
  });
