import type { Context } from '../../../context.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { type Repeated, repeat } from '../../../platform/lib/repeat.ts';
import { AT_MOST_ONCE } from '../../engines/kinds.ts';
import { failSuperseded } from './bot-store.ts';
import { settleSilent } from './evidence.ts';
import { expiryCutoff } from './expiry.ts';
import * as store from './settle-store.ts';
import { countFailures } from './status-writer.ts';

const SWEEP_MS = 5 * SECOND;

/** A shorter jump ends no message before its time. */
const JUMP_MS = HOUR;
const DOUBT_MS = 10 * MINUTE;

/**
 * False for a while after the clock jumped ahead: an end is final, and a wrong clock is often set right soon. After a
 * machine has slept, messages have this time to leave.
 */
export function clockBelief({
  now,
  uptimeMs,
  log,
}: Pick<Context, 'now' | 'uptimeMs' | 'log'>): () => boolean {
  const offsetNow = () => now().getTime() - uptimeMs();
  let offset = offsetNow();
  let doubtedUntil = Number.NEGATIVE_INFINITY;
  return () => {
    const jumpMs = offsetNow() - offset;
    offset += jumpMs;
    if (Math.abs(jumpMs) >= JUMP_MS) log.warn({ seconds: Math.round(jumpMs / SECOND) }, 'clock.jumped');
    if (jumpMs >= JUMP_MS) doubtedUntil = uptimeMs() + DOUBT_MS;
    else if (jumpMs <= -JUMP_MS) doubtedUntil = Number.NEGATIVE_INFINITY;
    return uptimeMs() >= doubtedUntil;
  };
}

async function expireQueued(ctx: Context, stopped: AbortSignal): Promise<void> {
  if (!(await store.findOpen(ctx.db, {}))) return;
  const now = ctx.now();
  let unsendable: number;
  do {
    unsendable = await store.failUnsendable(ctx.db, expiryCutoff(now), now);
    countFailures(ctx, 'unsendable', unsendable);
    if (unsendable > 0) ctx.bus.publish('events');
    // A cancelled account or a released device may leave a million messages.
  } while (unsendable === store.BATCH && !stopped.aborted);
  const silent = await settleSilent(ctx, now);
  const unresolved = await store.failUnresolved(ctx.db, AT_MOST_ONCE, now);
  const kept = await store.failKept(ctx.db, now);
  const superseded = await failSuperseded(ctx.db, now);
  countFailures(ctx, 'outcome_unknown', silent.failed + unresolved + kept);
  countFailures(ctx, 'superseded', superseded);
  if (silent.failed + unresolved + kept + superseded > 0) ctx.bus.publish('events');
}

/** Runs every 5 s and after changes of devices and accounts. */
export function startExpiry(ctx: Context): Repeated {
  const isBelieved = clockBelief(ctx);
  return repeat(ctx, {
    failed: 'messages.sweep_failed',
    everyMs: SWEEP_MS,
    topics: ['devices'],
    work: async (stopping) => {
      if (isBelieved()) await expireQueued(ctx, stopping);
    },
  });
}
