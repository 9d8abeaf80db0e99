import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { EVENT_TYPES, type WEBHOOK_TYPES } from '../../src/gateway/events/event.ts';
import { WebhookWorker, type WebhookWorkerOptions } from '../../src/gateway/webhooks/delivery/deliverer.ts';
import { registerWebhook } from '../../src/gateway/webhooks/webhook.ts';
import { createGuardedClient } from '../../src/platform/lib/guarded-fetch/client.ts';
import type { TestContext } from './context.ts';
import { insertEvents } from './events.ts';
import { startReceiver } from './receiver.ts';
import { insertAccount } from './rows.ts';
import { tablesOf } from './tables.ts';

type WebhookEvent = (typeof WEBHOOK_TYPES)[number];

/** An account with webhooks and a worker that may reach loopback. */
export interface WebhookAccount {
  ctx: TestContext;
  id: number;
  worker: WebhookWorker;
  /** Another process, as it were: nothing shared but the database. */
  newWorker(options?: Partial<WebhookWorkerOptions>, parts?: Partial<Context>): WebhookWorker;
  register(url: string, events?: WebhookEvent[]): Promise<{ id: number; secret: string }>;
  /** Writes to the outbox as a change would. */
  event(type: WebhookEvent, body?: string): Promise<WrittenEvent>;
  /** The same for several events, each with a different body. */
  events(count: number, type?: WebhookEvent): Promise<WrittenEvent[]>;
  deliveries(): Promise<DeliveryRow[]>;
  webhooks(): Promise<WebhookState[]>;
}

interface WebhookState {
  id: number;
  status: string;
  failure_count: number;
  disabled_at: Date | null;
  failing_since: Date | null;
  last_error: string | null;
}

interface WrittenEvent {
  id: number;
  event_id: string;
  body: string;
}

interface DeliveryRow {
  id: number;
  webhook_id: number;
  status: string;
  attempts: number;
  claim_id: string | null;
  next_attempt_at: Date;
  settled_at: Date | null;
}

export interface WebhookAccountOptions {
  /** The context of the file; what its other tests left in the outbox is cleared away. */
  ctx: TestContext;
  parts?: Partial<Context>;
  /** Collects the log, unredacted. */
  logLines?: string[];
  /** Another account of the same test: nothing is cleared away. */
  beside?: boolean;
}

export async function webhookAccount(options: WebhookAccountOptions): Promise<WebhookAccount> {
  const { logLines, beside = false } = options;
  const log = logLines && pino({ level: 'debug' }, { write: (line) => void logLines.push(line) });
  const ctx = { ...options.ctx, ...options.parts, ...(log ? { log } : {}) };
  if (!beside) {
    await ctx.pool.query(
      `delete from events; delete from event_backlog; delete from event_subscriptions;
       delete from webhook_deliveries; delete from webhook_attempts; delete from webhooks; delete from webhook_paces`,
    );
  }
  const { id } = await insertAccount(ctx);
  const newWorker = (more: Partial<WebhookWorkerOptions> = {}, parts: Partial<Context> = {}) => {
    const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
    onTestFinished(() => client.close());
    return new WebhookWorker({ ...ctx, ...parts }, { client, ...more });
  };

  return {
    ctx,
    id,
    newWorker,
    worker: newWorker(),
    register: (url, events = [...EVENT_TYPES]) => registerWebhook(ctx, { id }, { url, events }),
    async event(type, body = `{"event":"${type}"}`) {
      const [event] = await insertEvents(ctx.pool, [{ account_id: id, type, body, created_at: ctx.now() }]);
      if (!event) throw new Error('no event was written');
      return event;
    },
    events: (count, type = 'message.status') =>
      insertEvents(
        ctx.pool,
        Array.from({ length: count }, (_, n) => ({
          account_id: id,
          type,
          body: `{"n":${n + 1}}`,
          created_at: ctx.now(),
        })),
      ),
    deliveries: () => tablesOf(ctx.db).selectFrom('webhook_deliveries').selectAll().orderBy('id').execute(),
    webhooks: () =>
      tablesOf(ctx.db)
        .selectFrom('webhooks')
        .select(['id', 'status', 'failure_count', 'disabled_at', 'failing_since', 'last_error'])
        .orderBy('id')
        .execute(),
  };
}

/** A new worker delivers one event of another account, beside the due work of this one. */
export async function deliverBeside(shop: WebhookAccount): Promise<void> {
  const neighbour = await webhookAccount({ ctx: shop.ctx, beside: true });
  const receiver = await startReceiver();
  await neighbour.register(receiver.url);
  await neighbour.event('message.status');
  const worker = shop.newWorker();
  worker.start();
  await receiver.arrived(1);
  await worker.stop(0);
}
