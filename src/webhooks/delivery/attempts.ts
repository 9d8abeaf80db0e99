import type { AccountKind } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import type { Batcher } from '../../lib/batcher.ts';
import type { GuardedClient } from '../../lib/guarded-fetch/client.ts';
import type { AutomationMark } from '../schema.ts';
import { makeAttempt } from './attempt.ts';
import type { Grant, Slots } from './slots.ts';
import { type AttemptResult, type ClaimedDelivery, releaseClaims } from './store.ts';

/** One claimed delivery. */
interface Job {
  delivery: ClaimedDelivery;
  grant: Grant;
  mark: Promise<AutomationMark | null>;
}

interface Transport {
  clients: Readonly<Record<AccountKind, GuardedClient>>;
  timeoutMs: number;
}

/** From the claim until the result is stored. */
export class Attempts {
  readonly #ctx: Context;
  readonly #transport: Transport;
  readonly #slots: Slots;
  readonly #writer: Batcher<AttemptResult, void>;
  readonly #abort = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();

  constructor(ctx: Context, transport: Transport, slots: Slots, writer: Batcher<AttemptResult, void>) {
    this.#ctx = ctx;
    this.#transport = transport;
    this.#slots = slots;
    this.#writer = writer;
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  start(job: Job, onEnd: () => void): void {
    const attempt = this.#run(job)
      .catch((error) => this.#ctx.log.error({ err: error, ...idsOf(job.delivery) }, 'webhook.attempt_lost'))
      .finally(() => {
        this.#inFlight.delete(attempt);
        onEnd();
      });
    this.#inFlight.add(attempt);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  abort(): void {
    this.#abort.abort();
  }

  async #run({ delivery, grant, mark }: Job): Promise<void> {
    const { signal } = this.#abort;
    let result: AttemptResult | null = null;
    try {
      const { clients, timeoutMs } = this.#transport;
      const client = clients[delivery.account_kind];
      result = await makeAttempt(this.#ctx, delivery, { client, timeoutMs, signal }, await mark);
    } finally {
      this.#slots.release(grant, result && result.status === 'delivered');
    }
    if (result === null) return releaseClaims(this.#ctx.db, [delivery], this.#ctx.now());
    this.#log(delivery, result);
    await this.#writer.add(result);
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
