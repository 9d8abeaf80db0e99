import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { insertEvents } from './webhooks-event.ts';
import { fromSink, monotonicMs, type Scene } from './webhooks-scene.ts';
import type { Arrivals } from './webhooks-sink.ts';

const STEADY = { perSecond: 200, seconds: 15 };
const LAST_ARRIVALS_MS = 10_000;

/** Prints the time from an event to its first request, with healthy endpoints and while half of them hang. */
export async function measureLatency({ ctx, urls, accounts }: Scene): Promise<void> {
  const rate = `${STEADY.perSecond}/s`;
  const calm = await steadyRound({ ctx, urls, accounts }, () => true);
  console.log(`event to first request at ${rate}: ${spread(calm)}   all of ${calm.length} arrived`);
  await ctx.db.query({ text: `update webhooks set url = url || 'hang' where id % 2 = 0` }, []);
  const { rows } = await ctx.db.query<{ account_id: number }>(
    { text: 'select account_id from webhooks where id % 2 = 1' },
    [],
  );
  const isHealthy = new Set(rows.map((row) => row.account_id));
  const troubled = await steadyRound({ ctx, urls, accounts }, (accountId) => isHealthy.has(accountId));
  const ratio = (at(troubled, 0.99) / at(calm, 0.99)).toFixed(2);
  console.log(
    `the same for healthy endpoints while the other half hangs: ${spread(troubled)}   p99 ratio ${ratio}`,
  );
}

/** Writes events at the steady rate for the accounts in turn. Answers the sorted waits of accounts that count. */
async function steadyRound(
  { ctx, urls, accounts }: Pick<Scene, 'ctx' | 'urls' | 'accounts'>,
  counts: (accountId: number) => boolean,
): Promise<number[]> {
  const { perSecond, seconds } = STEADY;
  const total = perSecond * seconds;
  const writes: Promise<string>[] = [];
  await fromSink(urls, 'forget');
  const startedAt = monotonicMs();
  const dueAt = (n: number) => startedAt + (n * 1000) / perSecond;
  while (writes.length < total) {
    while (writes.length < total && dueAt(writes.length) <= monotonicMs())
      writes.push(change(ctx, accounts, writes.length));
    await wait(1);
  }
  const ids = await Promise.all(writes);
  const counted = ids
    .map((id, n) => ({ id, dueAt: dueAt(n), accountId: accounts[n % accounts.length] ?? 0 }))
    .filter(({ accountId }) => counts(accountId));

  const lastAt = monotonicMs() + LAST_ARRIVALS_MS;
  let arrivals: Arrivals = {};
  const missing = () => counted.filter(({ id }) => arrivals[id] === undefined).length;
  do {
    arrivals = await fromSink<Arrivals>(urls, 'arrivals');
    await wait(50);
  } while (missing() > 0 && monotonicMs() < lastAt);
  if (missing() > 0) throw new Error(`${missing()} of ${counted.length} events did not arrive`);
  // From the moment it was due: an event that was written late has waited too.
  return counted.map(({ id, dueAt }) => (arrivals[id] ?? 0) - dueAt).toSorted((a, b) => a - b);
}

/** One change of the product: its event is committed, then the notice goes out. */
async function change(ctx: Context, accounts: number[], n: number): Promise<string> {
  const [id] = await insertEvents(ctx.db, accounts, 1, n);
  ctx.bus.publish('events');
  return id ?? '';
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function spread(sorted: number[]): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => at(sorted, share).toFixed(1));
  return `p50 ${p50} ms   p99 ${p99} ms   max ${max} ms`;
}
