import type { Context } from '../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { stopLeaks } from '../broadcast.ts';
import { pauseBroadcasts } from '../store.ts';
import { claimRecipients, type Next } from './claim.ts';
import * as store from './store.ts';

const POLL_MS = SECOND;
/** Until fewer messages are under way, or whoever is at the same broadcast is done. */
const SOON_MS = 100;
/** Claims at a time: enough to hide their round trips, few enough to leave the others of the pool alone. */
const PARALLEL = 2;
/** Broadcasts that are served before it is looked anew who is next. */
const MOST_SERVED = 500;
const MAX_SEED = 2 ** 31;

export interface BroadcastRunner {
  /** Lets the claims under way finish, and begins no more. */
  stop(): Promise<void>;
}

/**
 * Starts broadcasts when they are due, brings their recipients to the queue at their pace, pauses those that cannot go on, and completes those
 * that are done. All of it stands in the database: any number of processes may run at once, and be killed at any moment.
 */
export function startBroadcastRunner(ctx: Context): BroadcastRunner {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let [again, watches] = [false, false];
  let timer: NodeJS.Timeout | null = null;

  function run(): void {
    if (stopped.signal.aborted) return;
    again = true;
    running ??= runWhileAsked();
  }

  function wake(): void {
    watches = true;
    run();
  }

  async function runWhileAsked(): Promise<void> {
    if (timer) clearTimeout(timer);
    let waitMs = 0;
    while (again && !stopped.signal.aborted) {
      again = false;
      if (watches) await watchBroadcasts(ctx).catch(note);
      watches = false;
      waitMs = await serveBroadcasts(ctx, stopped.signal).catch(note);
      if (waitMs === 0) again = true;
    }
    running = null;
    if (!stopped.signal.aborted) timer = setTimeout(run, waitMs);
  }

  function note(error: unknown): number {
    if (!isDatabaseAway(error)) ctx.log.error({ err: error }, 'broadcasts.run_failed');
    return POLL_MS;
  }

  const poll = setInterval(wake, POLL_MS);
  const unsubscribe = [ctx.bus.subscribe('broadcasts', wake), ctx.bus.subscribe('devices', wake)];
  wake();

  return {
    async stop() {
      stopped.abort();
      clearInterval(poll);
      if (timer) clearTimeout(timer);
      for (const end of unsubscribe) end();
      await running;
    },
  };
}

/** Pauses what may not go on, and keeps back and ends what engines have given back of paused and cancelled broadcasts. */
export async function watchBroadcasts(ctx: Context): Promise<void> {
  const obstructed = await store.listObstructed(ctx.db, ctx.now());
  if (obstructed.length > 0) {
    await ctx.db.transaction().execute((tx) => pauseBroadcasts(tx, obstructed, ['running']));
    ctx.log.info({ broadcasts: obstructed }, 'broadcasts.paused');
  }
  await stopLeaks(ctx);
}

/**
 * Starts what is due, brings the counts up to date, and claims once for each broadcast whose turn it is. Answers in how many milliseconds
 * there is something to be done again, at most a second; 0: at once.
 */
export async function serveBroadcasts(ctx: Context, signal?: AbortSignal): Promise<number> {
  await store.startDue(ctx.db, ctx.now());
  await store.foldTallies(ctx.db, ctx.now());
  const seed = Math.floor(ctx.random() * MAX_SEED);
  const due = await store.listDue(ctx.db, ctx.now(), seed, MOST_SERVED);
  const outcomes = new Set<Next>();
  const isFull = due.length === MOST_SERVED;

  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let id = due.shift(); id !== undefined && !signal?.aborted; id = due.shift()) {
        outcomes.add(await serve(ctx, id));
      }
    }),
  );
  if (isFull || outcomes.has('more')) return 0;
  if (outcomes.has('soon')) return SOON_MS;
  const nextAt = await store.findNextDue(ctx.db, ctx.now());
  return nextAt ? Math.min(POLL_MS, Math.max(1, nextAt.getTime() - ctx.now().getTime())) : POLL_MS;
}

/** What goes wrong with one broadcast costs the others nothing. */
async function serve(ctx: Context, broadcastId: number): Promise<Next> {
  try {
    return await claimRecipients(ctx, broadcastId);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ err: error, broadcastId }, 'broadcast.claim_failed');
    return 'later';
  }
}
