import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import { script } from './bench-gateway.ts';
import { cpuOfParts, cpuSince } from './cpu.ts';
import { addPhones, arrivalsAt, type Economy, withEconomyDevices } from './economy-scene.ts';
import type { InboundJob, InboundResult } from './inbound-load.ts';
import { residentMebibytes } from './memory.ts';
import { printSpread } from './spread.ts';

/** `npm run bench -- stream 200 15 10`: messages of customers per second in all, seconds, and streams. */
const PER_SECOND = Number(process.argv[3] ?? 200);
const SECONDS = Number(process.argv[4] ?? 15);
const STREAMS = Number(process.argv[5] ?? 10);
const WARM_UP_SECONDS = 5;
const DEVICES = 10;
const CUSTOMERS = Math.min(400, PER_SECOND * WARM_UP_SECONDS);
const FIRST_CUSTOMER = 6_281_200_000_000;
const GOAL_MS = 300;
const SAMPLE_MS = 2_000;
const LOAD_MS = (WARM_UP_SECONDS + SECONDS + 90) * 1000;

const exec = promisify(execFile);

/**
 * Measures the time from the network to each live stream, beside the webhook. One gateway has three rounds: without
 * streams, with them, and with a client that never reads.
 */
export async function run(): Promise<void> {
  await withEconomyDevices(DEVICES, measure);
}

async function measure(economy: Economy): Promise<void> {
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => String(FIRST_CUSTOMER + n));
  await addPhones(economy, customers);
  await round(economy, customers, { streams: 0, silent: 0 });
  // One place is for the client that never reads.
  await round(economy, customers, { streams: STREAMS, silent: 0 });
  await round(economy, customers, { streams: STREAMS - 1, silent: 1 });
}

async function round(
  economy: Economy,
  customers: string[],
  clients: { streams: number; silent: number },
): Promise<void> {
  const { gateway, apiKey, owners, sandboxToken } = economy;
  const rate = { perSecond: PER_SECOND, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const url = `http://127.0.0.1:${gateway.port}`;
  const job: InboundJob = { url, apiKey, owners, customers, sandboxToken, ...rate, ...clients };
  const before = await cpuOfParts(gateway.pid);
  const memory: number[] = [];
  const sampler = setInterval(async () => memory.push(await residentMebibytes(gateway.pid)), SAMPLE_MS);
  const running = exec(process.execPath, [script('inbound-load.ts')], {
    timeout: LOAD_MS,
    maxBuffer: 256 * 1024 * 1024,
  });
  running.child.stdin?.end(JSON.stringify(job));
  const { messages, offeredPerSecond }: InboundResult = JSON.parse((await running).stdout);
  clearInterval(sampler);
  const cpu = Object.entries(await cpuSince(before, gateway.pid));

  const sent = await arrivalsAt(economy, customers);
  const since = (at: number | null, body: string) => (at ?? Infinity) - (sent.get(body) ?? 0);
  const never = clients.silent > 0 ? ', 1 client that never reads' : '';
  console.log(`${clients.streams} streams${never}, offered ${offeredPerSecond.toFixed(1)}/s`);
  printSpread(
    'network to the webhook',
    messages.map(({ body, reportedAt }) => since(reportedAt, body)),
  );
  if (clients.streams > 0) {
    const { p99 } = printSpread(
      `network to a stream (p99 <= ${GOAL_MS} ms)`,
      messages.flatMap(({ body, streamedAt }) => streamedAt.map((at) => since(at, body))),
    );
    if (p99 > GOAL_MS) process.exitCode = 1;
  }
  const all = PER_SECOND * (WARM_UP_SECONDS + SECONDS);
  console.log(
    `  CPU of a message, ms: ${cpu.map(([part, ms]) => `${part} ${(ms / all).toFixed(1)}`).join(', ')}`,
  );
  console.log(`  memory of the main process, MiB: ${memory.map((mib) => mib.toFixed(0)).join(' ')}`);
  console.log(`  load of the machine ${loadavg()[0]?.toFixed(1)}`);
}
