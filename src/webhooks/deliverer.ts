import type { Context } from '../context.ts';
import { SECOND } from '../lib/clock.ts';
import { isDatabaseAway } from '../lib/db/db.ts';
import type { GuardedClient } from '../lib/guarded-fetch/client.ts';
import { makeAttempt } from './attempt.ts';
import * as store from './delivery-store.ts';
import { createLanes, NEWCOMER_WIDTH } from './lanes.ts';
import { createResultWriter } from './result-writer.ts';

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
  maxInFlight?: number;
}

const FAN_OUT_EVENTS = 500;
const SETTLE_DELIVERIES = 1_000;
const POLL_MS = 1 * SECOND;
const DRAIN_MS = 2_500;
/** For the last results, when the database is slow to take them. */
const LAST_WRITES_MS = 1 * SECOND;
/** How far a claim outlives the longest possible request. */
const LEASE_MARGIN_MS = 15 * SECOND;

export function createWebhookWorker(ctx: Context, options: WebhookWorkerOptions): WebhookWorker {
  const { client, timeoutMs = 10 * SECOND, maxInFlight = 256 } = options;
  const lanes = createLanes(maxInFlight);
  const underWay = new Set<Promise<void>>();
  const giveUp = new AbortController();
  const writesEnd = new AbortController();
  const writer = createResultWriter(ctx, writesEnd.signal, (webhookId) => {
    lanes.forget(webhookId);
    tidyAt = 0;
  });
  const bell = createBell();
  let nextDueAt = Infinity;
  let tidyAt = 0;
  let stopping = false;
  let loop: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void)[] = [];

  /** One round: fan out, claim, set off. Says how many attempts were set off and whether events are left over. */
  async function round(): Promise<{ started: number; moreEvents: boolean }> {
    const events = await store.fanOut(ctx.pool, FAN_OUT_EVENTS, ctx.now());
    const now = ctx.now();
    const limit = lanes.free();
    const claimed =
      limit === 0
        ? []
        : await store.claimDue(ctx.pool, {
            now,
            leaseEnd: new Date(now.getTime() + timeoutMs + LEASE_MARGIN_MS),
            limit,
            room: NEWCOMER_WIDTH,
            rooms: lanes.rooms(),
          });
    for (const delivery of claimed) setOff(delivery);
    return { started: claimed.length, moreEvents: events === FAN_OUT_EVENTS };
  }

  function setOff(delivery: store.ClaimedDelivery): void {
    lanes.enter(delivery.webhook_id);
    const attempt = attemptAndWrite(delivery)
      .catch((error) => ctx.log.error({ err: error, ...idsOf(delivery) }, 'webhook.attempt_lost'))
      .finally(() => {
        underWay.delete(attempt);
        bell.ring();
      });
    underWay.add(attempt);
  }

  async function attemptAndWrite(delivery: store.ClaimedDelivery): Promise<void> {
    let ok = false;
    let result: store.AttemptResult | null;
    try {
      result = await makeAttempt(ctx, delivery, { client, timeoutMs, signal: giveUp.signal });
      ok = result?.status === 'delivered';
    } finally {
      lanes.leave(delivery.webhook_id, ok);
    }
    if (result === null) return store.releaseClaims(ctx.pool, [delivery], ctx.now());
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

  /** Once a poll: what can never be claimed is settled, and the next due delivery looked up. A retry written meanwhile is due much later. */
  async function tidy(): Promise<void> {
    const now = ctx.now();
    if (now.getTime() < tidyAt) return;
    await settleStranded(now);
    nextDueAt = (await store.findNextDue(ctx.pool, now))?.getTime() ?? Infinity;
    tidyAt = now.getTime() + POLL_MS;
  }

  async function settleStranded(now: Date): Promise<void> {
    while ((await store.settleStranded(ctx.pool, SETTLE_DELIVERIES, now)) === SETTLE_DELIVERIES);
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        const { started, moreEvents } = await round();
        await tidy();
        if (started > 0 || moreEvents) continue;
        const dueInMs = nextDueAt - ctx.now().getTime();
        await bell.wait(dueInMs > 0 ? Math.min(POLL_MS, dueInMs) : POLL_MS);
      } catch (error) {
        const away = isDatabaseAway(error);
        ctx.log[away ? 'warn' : 'error'](
          { err: error },
          away ? 'webhook.database_away' : 'webhook.round_failed',
        );
        // Rings do not shorten this: while the database is away, each failing attempt would ask again.
        await bell.wait(POLL_MS, { onlyForStop: true });
      }
    }
  }

  return {
    start() {
      unsubscribe = (['events', 'deliveries'] as const).map((topic) => ctx.bus.subscribe(topic, bell.ring));
      loop = run();
    },

    async stop(drainMs = DRAIN_MS) {
      stopping = true;
      for (const end of unsubscribe) end();
      bell.close();
      const drained = setTimeout(() => giveUp.abort(), drainMs);
      const written = setTimeout(() => writesEnd.abort(), drainMs + LAST_WRITES_MS);
      await loop;
      await Promise.all(underWay);
      clearTimeout(drained);
      clearTimeout(written);
    },

    async runOnce() {
      let total = 0;
      for (;;) {
        // Taken before the round: an attempt that ends while the round claims has freed a place which that claim did not see.
        const wasIdle = underWay.size === 0;
        const { started, moreEvents } = await round();
        total += started;
        if (moreEvents) continue;
        if (started === 0 && wasIdle) break;
        await Promise.all(underWay);
      }
      await settleStranded(ctx.now());
      return total;
    },
  };
}

function idsOf(delivery: store.ClaimedDelivery) {
  return { delivery_id: delivery.id, webhook_id: delivery.webhook_id, event_id: delivery.event_id };
}

/** Ends a wait early. A ring that nobody waits for is kept for the next one. */
function createBell() {
  let rung = false;
  let closed = false;
  let wake: (() => void) | null = null;

  return {
    ring() {
      rung = true;
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    wait(ms: number, { onlyForStop = false } = {}): Promise<void> {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          wake = null;
          rung = false;
          resolve();
        };
        const timer = setTimeout(end, Math.max(0, ms));
        wake = () => {
          if (closed || !onlyForStop) end();
        };
        if (closed || (rung && !onlyForStop)) end();
      });
    },
  };
}
