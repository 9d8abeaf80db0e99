import type { Context } from '../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import type { GuardedClient } from '../../lib/guarded-fetch/client.ts';
import { makeAttempt } from './attempt.ts';
import { createBell } from './bell.ts';
import { fanOutFirst, fanOutRoundRobin } from './fan-out-store.ts';
import { createPlaces, type Grant, keyOf } from './places.ts';
import { createResultWriter } from './result-writer.ts';
import type { SharedClock } from './shared-clock.ts';
import * as store from './store.ts';
import { createStrandedSettler } from './stranded.ts';
import { createWalk, uptimeMs } from './walk.ts';

/** Turns events into signed requests, at least once each. Any number of processes may run one. */
export interface WebhookWorker {
  start(): void;
  /** Claims no more and lets what is under way end, for `drainMs` at most; what is not finished by then is handed back as not attempted. */
  stop(drainMs?: number): Promise<void>;
  /** Everything that is due now, to the end; answers the number of attempts. For a worker that is not started. */
  runOnce(): Promise<number>;
}

export interface WebhookWorkerOptions {
  client: GuardedClient;
  /** One request, from name service to the end of the answer. */
  timeoutMs?: number;
  /** Requests under way at once, over all endpoints. */
  maxInFlight?: number;
  /** That all processes on this database go by; the context's unless given. */
  clock?: SharedClock;
}

/** So few are fanned out as they come; when there are more, accounts take turns. An account may have many webhooks, so deliveries are bounded too. */
const FEW_EVENTS = 100;
const TURN = { events: 500, weight: 10_000, accounts: 200 };
const POLL_MS = 1 * SECOND;
const DRAIN_MS = 2_500;
/** For the last results, when the database is slow to take them. */
const LAST_WRITES_MS = 1 * SECOND;
/** How far a claim outlives the longest possible request. */
const LEASE_MARGIN_MS = 15 * SECOND;

export function createWebhookWorker(given: Context, options: WebhookWorkerOptions): WebhookWorker {
  const { client, timeoutMs = 10 * SECOND, maxInFlight = 256, clock } = options;
  const ctx = clock ? { ...given, now: clock.now } : given;
  const places = createPlaces(maxInFlight, ctx.random);
  const underWay = new Set<Promise<void>>();
  const giveUp = new AbortController();
  const writesEnd = new AbortController();
  const writer = createResultWriter(ctx, writesEnd.signal, (webhookId) => {
    places.forget(webhookId);
    walk.startBy(0);
  });
  const bell = createBell();
  const walk = createWalk(ctx, POLL_MS);
  const settler = createStrandedSettler(ctx);
  /** When the next fan-out is due, by the poll or a ring; in `uptimeMs`. */
  let fanOutAt = 0;
  /** The account behind which the next turn of a backlog begins; null without a backlog. */
  let turnAfter: number | null = null;
  let stopping = false;
  let loop: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void)[] = [];

  /**
   * One round: fan out, look, claim, set off. After one that granted places another may grant more, even if it claimed nothing: an endpoint of
   * which one kind turned out to be done may have the other.
   */
  async function round(): Promise<{ hasGranted: boolean; attempts: number }> {
    await clock?.keep();
    if (uptimeMs() >= fanOutAt) await fanOut();
    if (uptimeMs() >= walk.nextStepAt()) await look();
    const grants = places.grant();
    const hasGranted = grants.length > 0;
    return { hasGranted, attempts: hasGranted ? await claim(grants) : 0 };
  }

  async function fanOut(): Promise<void> {
    // Before the statement: a ring that comes while it runs is for the next one.
    fanOutAt = uptimeMs() + POLL_MS;
    const now = ctx.now();
    const { due, next } = await (turnAfter === null
      ? fanOutFirst(ctx.db, FEW_EVENTS, now)
      : fanOutRoundRobin(ctx.db, TURN, turnAfter, now));
    turnAfter = next;
    places.note(due);
    if (next !== null) fanOutAt = 0;
  }

  /** What other processes left or ask for, what has become due, and what can never be claimed, which is settled aside. */
  async function look(): Promise<void> {
    const waiting = await walk.step();
    places.note(waiting.due);
    if (waiting.stranded.length > 0) settler.add(waiting.stranded);
  }

  /** Whatever was announced, or not. */
  function startOver(): void {
    fanOutAt = 0;
    walk.startBy(0);
  }

  async function claim(grants: Grant[]): Promise<number> {
    const now = ctx.now();
    const leaseEnd = new Date(now.getTime() + timeoutMs + LEASE_MARGIN_MS);
    let claimed: store.ClaimedDelivery[] = [];
    try {
      claimed = await store.claimDue(ctx.db, grants, now, leaseEnd);
    } finally {
      const found = Map.groupBy(claimed, keyOf);
      for (const grant of grants) {
        const deliveries = found.get(keyOf(grant)) ?? [];
        places.claimed(grant, deliveries.length);
        for (const delivery of deliveries) setOff(delivery, grant);
      }
    }
    return claimed.length;
  }

  function setOff(delivery: store.ClaimedDelivery, grant: Grant): void {
    const attempt = attemptAndWrite(delivery, grant)
      .catch((error) => ctx.log.error({ err: error, ...idsOf(delivery) }, 'webhook.attempt_lost'))
      .finally(() => {
        underWay.delete(attempt);
        bell.ring();
      });
    underWay.add(attempt);
  }

  async function attemptAndWrite(delivery: store.ClaimedDelivery, grant: Grant): Promise<void> {
    let result: store.AttemptResult | null = null;
    try {
      result = await makeAttempt(ctx, delivery, { client, timeoutMs, signal: giveUp.signal });
    } finally {
      places.leave(grant, result && result.status === 'delivered');
    }
    if (result === null) return store.releaseClaims(ctx.db, [delivery], ctx.now());
    logResult(delivery, result);
    await writer.add(result);
  }

  function logResult(delivery: store.ClaimedDelivery, result: store.AttemptResult): void {
    const { status_code, error, duration_ms } = result;
    const fields = {
      ...idsOf(delivery),
      attempt: delivery.attempts + 1,
      status: status_code,
      error,
      ms: duration_ms,
    };
    ctx.log[result.status === 'delivered' ? 'debug' : 'info'](fields, 'webhook.attempted');
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        if ((await round()).hasGranted) continue;
        const dueInMs = Math.min(fanOutAt, walk.nextStepAt()) - uptimeMs();
        await bell.wait(Math.min(POLL_MS, dueInMs));
      } catch (error) {
        const away = isDatabaseAway(error);
        ctx.log[away ? 'warn' : 'error'](
          { err: error },
          away ? 'webhook.database_away' : 'webhook.round_failed',
        );
        // Rings do not shorten this: while the database is away, each failing attempt would ask again.
        await bell.wait(POLL_MS, { onlyForStop: true });
        startOver();
      }
    }
  }

  return {
    start() {
      unsubscribe = [
        ctx.bus.subscribe('events', () => {
          fanOutAt = 0;
          bell.ring();
        }),
        ctx.bus.subscribe('deliveries', () => {
          walk.startBy(0);
          bell.ring();
        }),
      ];
      loop = run();
    },

    async stop(drainMs = DRAIN_MS) {
      stopping = true;
      for (const end of unsubscribe) end();
      bell.close();
      const drained = setTimeout(() => giveUp.abort(), drainMs);
      const written = setTimeout(() => writesEnd.abort(), drainMs + LAST_WRITES_MS);
      await loop;
      await settler.stop();
      await Promise.all(underWay);
      clearTimeout(drained);
      clearTimeout(written);
    },

    async runOnce() {
      let total = 0;
      for (;;) {
        // Taken before the round: an attempt that ends while the round claims has freed a place which that claim did not see.
        const wasIdle = underWay.size === 0;
        walk.hurry();
        startOver();
        const { hasGranted, attempts } = await round();
        total += attempts;
        if (turnAfter !== null || walk.isUnderWay()) continue;
        await settler.idle();
        if (!hasGranted && wasIdle) break;
        await Promise.all(underWay);
      }
      return total;
    },
  };
}

function idsOf(delivery: store.ClaimedDelivery) {
  return { delivery_id: delivery.id, webhook_id: delivery.webhook_id, event_id: delivery.event_id };
}
