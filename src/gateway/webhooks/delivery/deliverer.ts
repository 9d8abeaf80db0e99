import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import type { GuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import { WakeSignal } from '../../../platform/lib/wake-signal.ts';
import { Attempts } from './attempts.ts';
import { OrphanCloser } from './close-orphans.ts';
import { EndpointScan, uptimeMs } from './endpoint-scan.ts';
import { FanOut } from './fan-out.ts';
import { type FindMarks, marksOf } from './marks.ts';
import { createResultWriter } from './result-writer.ts';
import type { SharedClock } from './shared-clock.ts';
import { type Grant, keyOf, Slots } from './slots.ts';
import { type ClaimedDelivery, claimDue } from './store.ts';

export interface WebhookWorkerOptions {
  client: GuardedClient;
  /** For sandbox accounts. Default: `client`. */
  sandboxClient?: GuardedClient;
  /** For the whole request with its name lookup. */
  timeoutMs?: number;
  maxInFlight?: number;
  clock?: SharedClock;
  /** Default: deliveries have no mark. */
  findMarks?: FindMarks | undefined;
}

const POLL_MS = 1 * SECOND;
const DRAIN_MS = 2_500;
const LAST_WRITES_MS = 1 * SECOND;
/** How much a lease outlasts the longest request. */
const LEASE_MARGIN_MS = 15 * SECOND;

/** Delivers events at least once. Any number of processes may run a worker. */
export class WebhookWorker {
  readonly #ctx: Context;
  readonly #clock: SharedClock | undefined;
  readonly #leaseMs: number;
  readonly #findMarks: FindMarks | undefined;
  readonly #slots: Slots;
  readonly #attempts: Attempts;
  readonly #fanOut: FanOut;
  readonly #scan: EndpointScan;
  readonly #orphans: OrphanCloser;
  readonly #signal = new WakeSignal();
  readonly #abortWrites = new AbortController();
  #isStopping = false;
  /** Since when events wait for their deliveries, in `uptimeMs`. */
  #eventsSince: number | null = null;
  #loop: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void)[] = [];

  constructor(base: Context, options: WebhookWorkerOptions) {
    const { client, timeoutMs = 10 * SECOND, maxInFlight = 256, clock } = options;
    const clients = { live: client, sandbox: options.sandboxClient ?? client };
    const ctx = clock ? { ...base, now: clock.now } : base;
    this.#ctx = ctx;
    this.#clock = clock;
    this.#leaseMs = timeoutMs + LEASE_MARGIN_MS;
    this.#findMarks = options.findMarks;
    this.#slots = new Slots(maxInFlight, ctx.random);
    this.#fanOut = new FanOut(ctx, POLL_MS);
    this.#scan = new EndpointScan(ctx, POLL_MS);
    this.#orphans = new OrphanCloser(ctx);
    const writer = createResultWriter(ctx, this.#abortWrites.signal, (webhookId) => {
      this.#slots.forget(webhookId);
      this.#scan.startBy(0);
    });
    const wake = () => {
      // Its next attempt may be soon.
      this.#scan.startBy(uptimeMs() + POLL_MS);
      this.#signal.wake();
    };
    this.#attempts = new Attempts(ctx, { clients, timeoutMs }, this.#slots, writer, wake);
  }

  start(): void {
    const { bus } = this.#ctx;
    this.#unsubscribe = [
      bus.subscribe('events', () => {
        this.#eventsSince ??= uptimeMs();
        this.#fanOut.startNow();
        this.#signal.wake();
      }),
      bus.subscribe('deliveries', () => {
        this.#scan.startBy(0);
        this.#signal.wake();
      }),
    ];
    this.#loop = this.#run();
  }

  /** Waits up to `drainMs` for attempts in flight, and releases other claims. */
  async stop(drainMs = DRAIN_MS): Promise<void> {
    this.#isStopping = true;
    this.#attempts.end();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#signal.close();
    const drained = setTimeout(() => this.#attempts.abort(), drainMs);
    const written = setTimeout(() => this.#abortWrites.abort(), drainMs + LAST_WRITES_MS);
    await this.#loop;
    await this.#orphans.stop();
    await this.#attempts.settled();
    await this.#attempts.releaseStopped().catch(() => {});
    // Other processes may rest.
    this.#ctx.bus.publish('deliveries');
    clearTimeout(drained);
    clearTimeout(written);
  }

  /** For a worker that is not started. */
  async runOnce(): Promise<number> {
    let total = 0;
    for (;;) {
      // Before the round: an attempt that ends during the claim frees a slot.
      const wasIdle = this.#attempts.isIdle;
      this.#scan.skipRest();
      this.#startOver();
      const { hasGranted, attempts } = await this.#round();
      total += attempts;
      if (this.#fanOut.hasBacklog || this.#scan.isRunning) continue;
      await this.#orphans.idle();
      if (!hasGranted && wasIdle) break;
      await this.#attempts.settled();
    }
    return total;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if ((await this.#round()).hasGranted) continue;
        const dueInMs = Math.min(this.#fanOut.nextAt, this.#scan.nextStepAt) - uptimeMs();
        await this.#signal.wait(dueInMs);
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.#ctx.log.warn({ err: error }, 'webhook.database_away');
        else this.#ctx.log.error({ err: error }, 'webhook.round_failed');
        // Ignores wake-ups: otherwise each failing attempt queries an unavailable database.
        await this.#signal.wait(POLL_MS, { onlyForClose: true });
        this.#startOver();
      }
    }
  }

  #startOver(): void {
    this.#fanOut.startNow();
    this.#scan.startBy(0);
  }

  /** Granted slots cause another round: the endpoint may have the other kind of work. */
  async #round(): Promise<{ hasGranted: boolean; attempts: number }> {
    await this.#clock?.keep();
    const since = this.#eventsSince;
    this.#eventsSince = null;
    if (uptimeMs() >= this.#fanOut.nextAt) this.#slots.addDue(await this.#fanOut.step());
    if (uptimeMs() >= this.#scan.nextStepAt) {
      const { due, orphaned } = await this.#scan.step();
      this.#slots.addDue(due);
      if (orphaned.length > 0) this.#orphans.add(orphaned);
    }
    this.#slots.addDue(await this.#attempts.releaseStopped());
    const grants = this.#slots.grant();
    const hasGranted = grants.length > 0;
    const attempts = hasGranted ? await this.#claim(grants) : 0;
    if (since !== null) this.#ctx.order.note('events', uptimeMs() - since);
    return { hasGranted, attempts };
  }

  async #claim(grants: Grant[]): Promise<number> {
    const now = this.#ctx.now();
    const leaseEnd = new Date(now.getTime() + this.#leaseMs);
    let claimed: ClaimedDelivery[] = [];
    try {
      claimed = await claimDue(this.#ctx.db, grants, now, leaseEnd);
    } finally {
      const found = Map.groupBy(claimed, keyOf);
      const markOf = marksOf(this.#ctx, claimed, this.#findMarks);
      for (const grant of grants) {
        const deliveries = found.get(keyOf(grant)) ?? [];
        this.#slots.claimed(grant, deliveries.length);
        for (const delivery of deliveries) {
          this.#attempts.start({ delivery, grant, mark: markOf(delivery) });
        }
      }
    }
    return claimed.length;
  }
}
