import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { deleteOldEvents } from '../../src/gateway/events/retention.ts';
import { WEBHOOKS } from '../../src/gateway/webhooks/consumer.ts';
import { WebhookWorker } from '../../src/gateway/webhooks/delivery/deliverer.ts';
import { MEBIBYTE } from '../../src/platform/lib/bytes.ts';
import type { GuardedClient } from '../../src/platform/lib/guarded-fetch/client.ts';
import { insertEvents } from './webhooks-event.ts';
import { registerAccounts, withGateway } from './webhooks-scene.ts';

/** `npm run bench -- webhooks-table 100000`: how many there are, in whole batches. */
const DELIVERIES = Number(process.argv[3] ?? 1_000_000);
const ENDPOINTS = 40;
/** The number of events that wait in the outbox at once. */
const BATCH = 10_000;
const VACUUM_MS = 60_000;
const TABLES = ['events', 'event_backlog', 'webhook_deliveries', 'webhook_attempts'];

/**
 * Prints the size of the tables after a million deliveries, after retention, after as many again, and without
 * gaps, which is the limit. The worker and its statements are the real ones, on the embedded PostgreSQL with
 * its vacuum. Only the network is a fake.
 */
export async function run(): Promise<void> {
  await withGateway({ KURIR_ROLES: 'api' }, async (_, ctx) => {
    const urls = Array.from({ length: ENDPOINTS }, () => 'https://shop.example/');
    const accounts = await registerAccounts(ctx, urls);
    await deliver(ctx, accounts);
    await show(ctx, 'after the first ones');
    await timed('retention', () => deleteOldEvents(ctx, [WEBHOOKS], new Date()));
    await untilVacuumed(ctx);
    await show(ctx, 'after retention');
    await deliver(ctx, accounts);
    await show(ctx, 'after as many again');
    for (const table of TABLES) await ctx.db.query({ text: `vacuum full ${table}` }, []);
    await show(ctx, 'without a gap');
  });
}

/** A fake of the network: every receiver answers at once. */
const instantNetwork: GuardedClient = {
  post: async () => ({ status: 200, excerpt: '', durationMs: 1 }),
  get: () => Promise.reject(new Error('nothing is fetched here')),
  close: async () => {},
};

async function deliver(ctx: Context, accounts: number[]): Promise<void> {
  const worker = new WebhookWorker(ctx, { client: instantNetwork });
  await timed('deliveries', async () => {
    let count = 0;
    for (let first = 0; first < DELIVERIES; first += BATCH) {
      await insertEvents(ctx.db, accounts, BATCH, first);
      count += await worker.runOnce();
    }
    return count;
  });
}

async function timed(what: string, work: () => Promise<number>): Promise<void> {
  const startedAt = performance.now();
  const count = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  if (count !== DELIVERIES) throw new Error(`${what}: ${count} instead of ${DELIVERIES}`);
  console.log(`${what}: ${count} in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)}/s`);
}

/** The server's own vacuum comes by itself; a day lies between two runs of retention, so there is time. */
async function untilVacuumed(ctx: Context): Promise<void> {
  const endsAt = performance.now() + VACUUM_MS;
  for (;;) {
    const { rows } = await ctx.db.query<{ dead: number }>(
      { text: `select max(n_dead_tup) as dead from pg_stat_user_tables where relname = any($1)` },
      [TABLES],
    );
    if ((rows[0]?.dead ?? 0) < DELIVERIES / 20 || performance.now() > endsAt) return;
    await wait(500);
  }
}

async function show(ctx: Context, when: string): Promise<void> {
  const { rows } = await ctx.db.query<{ name: string; heap: number; indexes: number; dead: number }>(
    {
      text: `select relname as name, pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes, n_dead_tup as dead
     from pg_stat_user_tables where relname = any($1) order by relname`,
    },
    [TABLES],
  );
  const mebibytes = (bytes: number) => (bytes / MEBIBYTE).toFixed(0);
  const each = rows.map(
    ({ name, heap, indexes, dead }) =>
      `${name} ${mebibytes(heap)} + ${mebibytes(indexes)} of indexes (${dead} dead)`,
  );
  const total = mebibytes(rows.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0));
  console.log(`${when}, MiB: ${total}   ${each.join('   ')}`);
}
