import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { loadConfig } from '../../src/config.ts';
import { type Context, createContext } from '../../src/context.ts';
import { registerWebhook } from '../../src/gateway/webhooks/webhook.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { type BenchGateway, startBenchGateway } from './bench-gateway.ts';

/** A gateway with its worker, and a receiver for each of some accounts, so that an event of theirs is a delivery. */
export interface Scene {
  gateway: BenchGateway;
  /** On the gateway's database, with its key. */
  ctx: Context;
  /** The process that all those of PostgreSQL come from. */
  postmaster: number;
  urls: string[];
  accounts: number[];
}

/** Does the work with a gateway and a context on its database, with its key; both end with it. */
export async function withGateway(
  settings: Record<string, string>,
  work: (gateway: BenchGateway, ctx: Context) => Promise<void>,
): Promise<void> {
  const key = randomBytes(32).toString('hex');
  const gateway = await startBenchGateway({ KURIR_SECRET_KEY: key, ...settings });
  const ctx = createContext({
    config: loadConfig({ KURIR_DATABASE_POOL: '4' }),
    databaseUrl: gateway.databaseUrl,
    box: createSecretBox(key),
    log: silentLog,
    name: 'kurir bench',
  });
  try {
    await work(gateway, ctx);
  } finally {
    await ctx.close();
    await gateway.stop();
  }
}

/** An account with one webhook for each of the URLs. Answers the accounts in the same order. */
export async function registerAccounts(ctx: Context, urls: string[]): Promise<number[]> {
  const { rows } = await ctx.db.query<{ id: number }>(
    {
      text: `insert into accounts (name, plan) select 'Bench ' || n, 'pro' from generate_series(1, $1) n returning id`,
    },
    [urls.length],
  );
  for (const [n, { id }] of rows.entries()) {
    await registerWebhook(ctx, { id }, { url: urls[n] ?? '', events: ['message.status'] });
  }
  return rows.map(({ id }) => id);
}

/** Of the system, the same for all its processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Asks the process of the receivers. */
export async function fromSink<T>(urls: string[], what: 'counted' | 'forget' | 'arrivals'): Promise<T> {
  const { body } = await request(new URL(`/${what}`, urls[0]));
  // The receivers are our own.
  return (await body.json()) as T;
}
