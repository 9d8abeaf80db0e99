import type { Context } from '../../src/context.ts';
import { firstLine, startScript } from './bench-gateway.ts';
import { parentOf } from './cpu.ts';
import { measureLatency } from './webhooks-latency.ts';
import { measureDeliveries } from './webhooks-rate.ts';
import { registerAccounts, withGateway } from './webhooks-scene.ts';

const ENDPOINTS = 40;

/**
 * Measures deliveries from the outbox to the log, through a real gateway with its embedded PostgreSQL (fsync
 * on). A bare undici loop sends the same signed requests to the same receivers, in alternating rounds. Then
 * measures the time from an event to its first request at a steady rate, with healthy endpoints, and while
 * half of them hang.
 */
export async function run(): Promise<void> {
  const sink = startScript('webhooks-sink.ts', String(ENDPOINTS));
  try {
    const ports: number[] = JSON.parse(await firstLine(sink));
    const urls = ports.map((port) => `http://127.0.0.1:${port}/`);
    await withGateway({ KURIR_ALLOW_NETWORKS: '127.0.0.0/8' }, async (gateway, ctx) => {
      const accounts = await registerAccounts(ctx, urls);
      const scene = { gateway, ctx, urls, accounts, postmaster: await findPostmaster(ctx) };
      await measureDeliveries(scene);
      await measureLatency(scene);
    });
  } finally {
    sink.kill();
  }
}

async function findPostmaster(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }, []);
  return parentOf(rows[0]?.pid ?? 0);
}
