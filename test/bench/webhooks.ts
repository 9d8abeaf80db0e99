import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { loadConfig } from '../../src/config.ts';
import { type Context, createContext } from '../../src/context.ts';
import { silentLog } from '../../src/lib/log.ts';
import { createSecretBox } from '../../src/lib/secret-box.ts';
import { registerWebhook } from '../../src/webhooks/webhook.ts';
import { firstLine, startBenchGateway } from './bench-gateway.ts';
import { parentOf } from './cpu.ts';
import { measureLatency } from './webhooks-latency.ts';
import { measureDeliveries } from './webhooks-rate.ts';
import { type Scene, script } from './webhooks-scene.ts';

const ENDPOINTS = 40;

/**
 * Deliveries from the outbox to the log through a real gateway with its embedded PostgreSQL (fsync on), beside a bare undici loop that sends the
 * same signed requests to the same receivers, in alternating rounds; then the time from an event to its first request at a steady rate, with all
 * endpoints healthy and with half of them hanging.
 */
export async function run(): Promise<void> {
  const sink = spawn(process.execPath, [script('webhooks-sink.ts'), String(ENDPOINTS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const ports: number[] = JSON.parse(await firstLine(sink));
    const key = randomBytes(32).toString('hex');
    const gateway = await startBenchGateway({ KURIR_SECRET_KEY: key, KURIR_ALLOW_NETWORKS: '127.0.0.0/8' });
    const ctx = createContext({
      config: loadConfig({ KURIR_DATABASE_POOL: '4' }),
      databaseUrl: gateway.databaseUrl,
      box: createSecretBox(key),
      log: silentLog,
      name: 'kurir bench',
    });
    try {
      const urls = ports.map((port) => `http://127.0.0.1:${port}/`);
      const scene: Scene = { gateway, ctx, urls, ...(await prepare(ctx, urls)) };
      await measureDeliveries(scene);
      await measureLatency(scene);
    } finally {
      await ctx.close();
      await gateway.stop();
    }
  } finally {
    sink.kill();
  }
}

async function prepare(ctx: Context, urls: string[]): Promise<Pick<Scene, 'postmaster' | 'accounts'>> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into accounts (name, plan) select 'Bench ' || n, 'pro' from generate_series(1, $1) n returning id`,
    [urls.length],
  );
  const accounts = rows.map(({ id }) => id);
  for (const [n, id] of accounts.entries()) {
    await registerWebhook(ctx, { id }, { url: urls[n] ?? '', events: ['message.status'] });
  }
  const { rows: backends } = await ctx.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { accounts, postmaster: await parentOf(backends[0]?.pid ?? 0) };
}
