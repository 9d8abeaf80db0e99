import type { Context } from '../../../context.ts';
import type { AccountKind } from '../../../platform/accounts/account.ts';
import type { Batcher } from '../../../platform/lib/batcher.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { GuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { AutomationMark } from '../schema.ts';
import { makeAttempt, type NoAttempt } from './attempt.ts';
import { Chains, chainOf } from './chains.ts';
import { postponed } from './delivery.ts';
import type { DueEndpoint, Grant, Slots } from './slots.ts';
import { type AttemptResult, type ClaimedDelivery, releaseClaims } from './store.ts';

interface Job {
  delivery: ClaimedDelivery;
  grant: Grant;
  mark: Promise<AutomationMark | null>;
}

interface EnteredJob extends Job {
  chain: string | null;
  claimedAt: Date;
  isParked: boolean;
}

interface Transport {
  clients: Readonly<Record<AccountKind, GuardedClient>>;
  timeoutMs: number;
}

/** After a longer wait for its chain, a delivery is claimed again: its lease must outlast its request. */
const MAX_WAIT_MS = 10 * SECOND;

/** From the claim until the result is stored. */
export class Attempts {
  readonly #ctx: Context;
  readonly #transport: Transport;
  readonly #slots: Slots;
  readonly #writer: Batcher<AttemptResult, void>;
  readonly #onEnd: () => void;
  readonly #abort = new AbortController();
  #isEnding = false;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #chains = new Chains<EnteredJob>();
  /** Chains whose waiting jobs are not sent now. */
  readonly #stopped = new Set<string>();

  constructor(
    ctx: Context,
    transport: Transport,
    slots: Slots,
    writer: Batcher<AttemptResult, void>,
    onEnd: () => void,
  ) {
    this.#ctx = ctx;
    this.#transport = transport;
    this.#slots = slots;
    this.#writer = writer;
    this.#onEnd = onEnd;
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#stopped.size === 0;
  }

  /** In the order of the events: a job waits for earlier ones of its chain, if possible without a slot. */
  start(job: Job): void {
    const entered = { ...job, chain: chainOf(job.delivery), claimedAt: this.#ctx.now(), isParked: false };
    if (entered.chain === null || this.#chains.enter(entered.chain, entered)) this.#begin(entered);
    else entered.isParked = this.#slots.park(entered.grant);
  }

  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  /** Waiting jobs begin no more. */
  end(): void {
    this.#isEnding = true;
  }

  abort(): void {
    this.#abort.abort();
  }

  /**
   * Call it while no claim is under way: a later delivery would overtake the released ones. Returns their endpoints.
   */
  async releaseStopped(): Promise<DueEndpoint[]> {
    const chains = [...this.#stopped];
    if (chains.length === 0) return [];
    const jobs = chains.flatMap((chain) => this.#chains.waiting(chain));
    await this.#release(jobs);
    for (const { grant, isParked } of jobs) {
      if (isParked) this.#slots.unpark(grant);
      this.#slots.release(grant, null);
    }
    for (const chain of chains) {
      this.#stopped.delete(chain);
      this.#chains.open(chain);
    }
    return jobs.map(({ grant }) => grant);
  }

  #begin(job: EnteredJob): void {
    const attempt = this.#run(job)
      .catch((error) => this.#ctx.log.error({ err: error, ...idsOf(job.delivery) }, 'webhook.attempt_lost'))
      .finally(() => {
        this.#inFlight.delete(attempt);
        this.#onEnd();
      });
    this.#inFlight.add(attempt);
  }

  async #run(job: EnteredJob): Promise<void> {
    const { delivery, mark } = job;
    const { signal } = this.#abort;
    let result: AttemptResult | NoAttempt = { error: null };
    try {
      const { clients, timeoutMs } = this.#transport;
      const client = clients[delivery.account_kind];
      result = await makeAttempt(this.#ctx, delivery, { client, timeoutMs, signal }, await mark);
    } finally {
      // Without a way out, endpoints hold slots as failing ones do.
      const isKnown = 'status' in result || result.error !== null;
      this.#passOn(job, isKnown ? 'status' in result && result.status === 'delivered' : null);
    }
    if (!('status' in result)) return this.#postpone(job, result);
    this.#log(delivery, result);
    await this.#writer.add(result);
  }

  #postpone({ delivery }: EnteredJob, { error }: NoAttempt): Promise<void> {
    if (error === null) return releaseClaims(this.#ctx.db, [delivery]);
    this.#ctx.log.warn({ ...idsOf(delivery), error }, 'webhook.postponed');
    const due_at = postponed({ endedAt: this.#ctx.now(), random: this.#ctx.random() });
    return releaseClaims(this.#ctx.db, [{ ...delivery, due_at }]);
  }

  /** The chain's next job takes the slot, unless the endpoint fails or the job waited too long. */
  #passOn({ chain, grant }: EnteredJob, ok: boolean | null): void {
    const waiting = chain === null ? [] : this.#chains.waiting(chain);
    const [next] = waiting;
    const goesOn = next !== undefined && ok === true && !this.#isEnding && !this.#isOld(next);
    if (goesOn && next.isParked) this.#slots.unpark(next.grant);
    this.#slots.release(grant, ok);
    if (chain === null) return;
    if (goesOn) {
      waiting.shift();
      this.#begin(next);
    } else if (next) this.#stopped.add(chain);
    else this.#chains.open(chain);
  }

  #isOld({ claimedAt }: EnteredJob): boolean {
    return this.#ctx.now().getTime() - claimedAt.getTime() > MAX_WAIT_MS;
  }

  #release(jobs: readonly EnteredJob[]): Promise<void> {
    return releaseClaims(
      this.#ctx.db,
      jobs.map(({ delivery }) => delivery),
    );
  }

  #log(delivery: ClaimedDelivery, result: AttemptResult): void {
    const { status_code, error, duration_ms } = result;
    const attempt = { attempt: delivery.attempts + 1, status: status_code, error, ms: duration_ms };
    const level = result.status === 'delivered' ? 'debug' : 'info';
    this.#ctx.log[level]({ ...idsOf(delivery), ...attempt }, 'webhook.attempted');
  }
}

function idsOf(delivery: ClaimedDelivery) {
  return { delivery_id: delivery.id, webhook_id: delivery.webhook_id, event_id: delivery.event_id };
}
