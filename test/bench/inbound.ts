import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import pg from 'pg';
import { script } from './bench-gateway.ts';
import { cpuOfParts } from './cpu.ts';
import { addPhones, arrivalsAt, type Economy, withEconomyDevices } from './economy-scene.ts';
import type { InboundJob, InboundResult } from './inbound-load.ts';
import { printSpread } from './spread.ts';

/** `npm run bench -- inbound 200 15`: messages of customers per second in all, and for how many seconds. */
const PER_SECOND = Number(process.argv[3] ?? 200);
const SECONDS = Number(process.argv[4] ?? 15);
const WARM_UP_SECONDS = 5;
const DEVICES = 10;
/** Each writes to one device, in the warm-up too. */
const CUSTOMERS = Math.min(400, PER_SECOND * WARM_UP_SECONDS);
const LOAD_MS = (WARM_UP_SECONDS + SECONDS + 60) * 1000;
const FIRST_CUSTOMER = 6_281_200_000_000;
/** PostgreSQL notes when each transaction committed. */
const NOTE_COMMITS = ['alter system set track_commit_timestamp = on'];

const exec = promisify(execFile);

/**
 * Measures the time from the network to the stored conversation, and to the webhook, at a steady rate. All processes
 * are real: customers write on phones of the sandbox, and sockets bring their encrypted messages.
 */
export async function run(): Promise<void> {
  await withEconomyDevices(DEVICES, measure, NOTE_COMMITS);
}

async function measure(economy: Economy): Promise<void> {
  const { gateway, apiKey, owners } = economy;
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => String(FIRST_CUSTOMER + n));
  await addPhones(economy, customers);
  const url = `http://127.0.0.1:${gateway.port}`;
  const rate = { perSecond: PER_SECOND, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const job: InboundJob = { url, apiKey, owners, customers, sandboxToken: economy.sandboxToken, ...rate };
  const before: Record<string, number> = await cpuOfParts(gateway.pid);
  const running = exec(process.execPath, [script('inbound-load.ts')], {
    timeout: LOAD_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  // Hundreds of customers are too long for an argument.
  running.child.stdin?.end(JSON.stringify(job));
  const result: InboundResult = JSON.parse((await running).stdout);
  const after: Record<string, number> = await cpuOfParts(gateway.pid);

  const sent = await arrivalsAt(economy, customers);
  const committed = await commitsIn(gateway.databaseUrl);
  const since = (at: number | null | undefined, body: string) => (at ?? Infinity) - (sent.get(body) ?? 0);
  const { messages, offeredPerSecond } = result;
  console.log(`${messages.length} messages to ${DEVICES} devices, offered ${offeredPerSecond.toFixed(1)}/s`);
  printSpread(
    'network to the stored conversation',
    messages.map(({ body }) => since(committed.get(body), body)),
  );
  printSpread(
    'network to the webhook',
    messages.map(({ body, reportedAt }) => since(reportedAt, body)),
  );
  const all = PER_SECOND * (WARM_UP_SECONDS + SECONDS);
  const cpu = Object.entries(after).map(
    ([part, ms]) => `${part} ${((ms - (before[part] ?? 0)) / all).toFixed(1)}`,
  );
  console.log(`  CPU of a message, ms: ${cpu.join(', ')}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
}

/** When the message and its conversation were committed, by text, in ms since 1970. */
async function commitsIn(databaseUrl: string): Promise<Map<string, number>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ body: string; at: Date }>(
    `select body, pg_xact_commit_timestamp(xmin) as at from messages where direction = 'in'`,
  );
  await client.end();
  return new Map(rows.map(({ body, at }) => [body, at.getTime()]));
}
