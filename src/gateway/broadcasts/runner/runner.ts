import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { REST_MS } from '../../../platform/lib/pause.ts';
import { repeat } from '../../../platform/lib/repeat.ts';
import { endCancelled, recheckThrottle } from '../broadcast.ts';
import { pauseBroadcasts } from '../store.ts';
import { allBacklogLimits } from './backlog-limit.ts';
import { resumeUnderCap } from './budget.ts';
import { claimRecipients, type NextClaim } from './claim.ts';
import * as store from './store.ts';

const POLL_MS = SECOND;
/** The wait for messages to leave, or for another process's claim. */
const SOON_MS = 100;
/** Enough to hide round trips, few enough to leave connections to other work. */
const PARALLEL = 2;
const MAX_CLAIMS = 500;
const MAX_SEED = 2 ** 31;

export interface BroadcastRunner {
  stop(): Promise<void>;
}

/**
 * All state is in the database: any number of processes may run, and may be killed. Claims and maintenance are separate
 * loops, because claims may take long.
 */
export function startBroadcastRunner(ctx: Context): BroadcastRunner {
  let isThrottleKnown = false;
  const options = { failed: 'broadcasts.run_failed', everyMs: POLL_MS, rests: true };
  const claims = repeat(ctx, {
    ...options,
    topics: ['broadcasts'],
    async work(stopping) {
      // The setting may have changed since the last start.
      if (!isThrottleKnown) await recheckThrottle(ctx, 'all');
      isThrottleKnown = true;
      return claimForBroadcasts(ctx, stopping);
    },
  });
  const maintenance = repeat(ctx, {
    ...options,
    topics: ['broadcasts', 'devices'],
    async work() {
      const { started, waitMs } = await maintainBroadcasts(ctx);
      if (started) claims.wake();
      return waitMs;
    },
  });
  return {
    async stop() {
      await Promise.all([maintenance.stop(), claims.stop()]);
    },
  };
}

/** Answers whether any broadcast started or continued, and milliseconds until the next one is due. */
export async function maintainBroadcasts(ctx: Context): Promise<{ started: boolean; waitMs: number }> {
  const toPause = await store.listToPause(ctx.db, { now: ctx.now() });
  if (toPause.length > 0) {
    await ctx.db.transaction((tx) => pauseBroadcasts(tx, toPause, ['running']));
    ctx.log.info({ broadcasts: toPause }, 'broadcasts.paused');
  }
  const activated = await store.resumeActivated(ctx.db, ctx.now());
  const resumed = (await resumeUnderCap(ctx)) || activated;
  const started = await store.startDue(ctx.db, ctx.now());
  await endCancelled(ctx);
  return {
    started: started || resumed,
    waitMs: msUntil(ctx, await store.findNextDue(ctx.db, ctx.now(), ['draft', 'scheduled'])),
  };
}

/** Answers milliseconds until the next broadcast is due; 0 means at once. */
export async function claimForBroadcasts(ctx: Context, signal?: AbortSignal): Promise<number> {
  await store.addTallies(ctx.db, { now: ctx.now() });
  const seed = Math.floor(ctx.random() * MAX_SEED);
  const backlogLimits = allBacklogLimits(ctx.config);
  const listed = await store.listDue(ctx.db, ctx.now(), backlogLimits, seed, MAX_CLAIMS);
  const claimable = listed.filter((each) => !each.is_full);
  const outcomes = new Set<NextClaim>(claimable.length < listed.length ? ['soon'] : []);
  if (claimable.length === MAX_CLAIMS) outcomes.add('more');

  const busyDevices = new Set<number>();
  const claimAll = async () => {
    for (;;) {
      const next = signal?.aborted ? undefined : takeIdleDevice(claimable, busyDevices);
      if (!next) return;
      busyDevices.add(next.device_id);
      outcomes.add(await claimFor(ctx, next.id));
      busyDevices.delete(next.device_id);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, claimAll));
  if (outcomes.has('more')) return 0;
  if (outcomes.has('soon')) return SOON_MS;
  return msUntil(ctx, await store.findNextDue(ctx.db, ctx.now(), ['running']));
}

function takeIdleDevice(
  claimable: store.DueBroadcast[],
  busyDevices: ReadonlySet<number>,
): store.DueBroadcast | undefined {
  const index = claimable.findIndex(({ device_id }) => !busyDevices.has(device_id));
  return index === -1 ? undefined : claimable.splice(index, 1)[0];
}

function msUntil(ctx: Context, dueAt: Date | null): number {
  return dueAt ? Math.max(1, dueAt.getTime() - ctx.now().getTime()) : REST_MS;
}

/** An error of one broadcast, also a lost connection, does not affect the others. */
async function claimFor(ctx: Context, broadcastId: number): Promise<NextClaim> {
  try {
    return await claimRecipients(ctx, broadcastId);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error, broadcastId }, 'broadcast.claim_failed');
    return 'later';
  }
}
