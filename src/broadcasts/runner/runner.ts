import type { Context } from '../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { endCancelled } from '../broadcast.ts';
import { pauseBroadcasts } from '../store.ts';
import { claimRecipients, type Next } from './claim.ts';
import * as store from './store.ts';
import { allWindows } from './throttle.ts';

const POLL_MS = SECOND;
/** Until messages have left, or whoever is at the same broadcast is done. */
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
 * that are done. All of it stands in the database: any number of processes may run at once, and be killed at any moment. However long it takes
 * to serve all of them, it is watched beside that which may go on.
 */
export function startBroadcastRunner(ctx: Context): BroadcastRunner {
  const serving = repeat(ctx, (signal) => serveBroadcasts(ctx, signal));
  const watching = repeat(ctx, async () => {
    const { started, waitMs } = await watchBroadcasts(ctx);
    if (started) serving.wake();
    return waitMs;
  });
  const unsubscribe = [
    ctx.bus.subscribe('broadcasts', serving.wake),
    ctx.bus.subscribe('broadcasts', watching.wake),
    ctx.bus.subscribe('devices', watching.wake),
  ];

  return {
    async stop() {
      for (const end of unsubscribe) end();
      await Promise.all([watching.stop(), serving.stop()]);
    },
  };
}

/** Works again and again, never twice at once: at once when it is woken, otherwise after as many milliseconds as `work` answers. */
function repeat(ctx: Context, work: (signal: AbortSignal) => Promise<number>) {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (stopped.signal.aborted) return;
    again = true;
    running ??= runWhileAsked();
  }

  async function runWhileAsked(): Promise<void> {
    if (timer) clearTimeout(timer);
    let waitMs = 0;
    while (again && !stopped.signal.aborted) {
      again = false;
      waitMs = await work(stopped.signal).catch(note);
      if (waitMs === 0) again = true;
    }
    running = null;
    if (!stopped.signal.aborted) timer = setTimeout(wake, waitMs);
  }

  function note(error: unknown): number {
    if (!isDatabaseAway(error)) ctx.log.error({ err: error }, 'broadcasts.run_failed');
    return POLL_MS;
  }

  wake();
  return {
    wake,
    async stop() {
      stopped.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Pauses what may not go on, starts what is due, and ends what engines have given back of cancelled broadcasts. Answers whether it has started
 * any, and in how many milliseconds it is to be looked again, at most a second.
 */
export async function watchBroadcasts(ctx: Context): Promise<{ started: boolean; waitMs: number }> {
  const obstructed = await store.listObstructed(ctx.db, ctx.now());
  if (obstructed.length > 0) {
    await ctx.db.transaction().execute((tx) => pauseBroadcasts(tx, obstructed, ['running']));
    ctx.log.info({ broadcasts: obstructed }, 'broadcasts.paused');
  }
  const started = await store.startDue(ctx.db, ctx.now());
  await endCancelled(ctx);
  return {
    started,
    waitMs: untilDue(ctx, await store.findNextDue(ctx.db, ctx.now(), ['draft', 'scheduled'])),
  };
}

/**
 * Brings the counts up to date, and claims once for each broadcast whose turn it is. Answers in how many milliseconds there is something to be
 * done again, at most a second; 0: at once.
 */
export async function serveBroadcasts(ctx: Context, signal?: AbortSignal): Promise<number> {
  await store.foldTallies(ctx.db, ctx.now());
  const seed = Math.floor(ctx.random() * MAX_SEED);
  const listed = await store.listDue(ctx.db, ctx.now(), allWindows(ctx.config), seed, MOST_SERVED);
  const due = listed.filter((each) => !each.is_full);
  const outcomes = new Set<Next>(due.length < listed.length ? ['soon'] : []);
  if (due.length === MOST_SERVED) outcomes.add('more');

  /** Devices that are claimed for: of each there is one claim at a time. */
  const busy = new Set<number>();
  const serveInTurn = async () => {
    for (let next = takeFree(due, busy); next && !signal?.aborted; next = takeFree(due, busy)) {
      busy.add(next.device_id);
      outcomes.add(await serve(ctx, next.id));
      busy.delete(next.device_id);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, serveInTurn));
  if (outcomes.has('more')) return 0;
  if (outcomes.has('soon')) return SOON_MS;
  return untilDue(ctx, await store.findNextDue(ctx.db, ctx.now(), ['running']));
}

/** Takes the first broadcast out of the list whose device is not busy; undefined when there is none. */
function takeFree(due: store.DueBroadcast[], busy: ReadonlySet<number>): store.DueBroadcast | undefined {
  const place = due.findIndex(({ device_id }) => !busy.has(device_id));
  return place === -1 ? undefined : due.splice(place, 1)[0];
}

/** In milliseconds, at least 1 and at most a second. */
function untilDue(ctx: Context, dueAt: Date | null): number {
  return dueAt ? Math.min(POLL_MS, Math.max(1, dueAt.getTime() - ctx.now().getTime())) : POLL_MS;
}

/** What goes wrong with one broadcast costs the others nothing, not even a connection that ends. */
async function serve(ctx: Context, broadcastId: number): Promise<Next> {
  try {
    return await claimRecipients(ctx, broadcastId);
  } catch (error) {
    if (!isDatabaseAway(error)) ctx.log.error({ err: error, broadcastId }, 'broadcast.claim_failed');
    return 'later';
  }
}
