import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import { script } from './bench-gateway.ts';
import { cpuOfParts } from './cpu.ts';
import { addPhones, arrivalsAt, type Economy, withEconomyDevices } from './economy-scene.ts';
import type { LatencyJob, LatencyResult, Sent } from './latency-load.ts';
import { arrivalsAtStandIn, type Official, reportDelivered, withOfficialNumbers } from './official-scene.ts';

/** `npm run bench -- latency 100 30`: messages per second in all, and for how many seconds. */
const PER_SECOND = Number(process.argv[3] ?? 100);
const SECONDS = Number(process.argv[4] ?? 30);
const WARM_UP_SECONDS = 5;
const DEVICES = 10;
/** Customers that are written to again and again, up to 20 of each device: the warm-up has written to all of them. */
const REGULARS = Math.min(200, PER_SECOND * WARM_UP_SECONDS);
const ALL = PER_SECOND * (WARM_UP_SECONDS + SECONDS);
/** Longer than a load can take: it waits for the last words, and no longer. */
const LOAD_MS = (WARM_UP_SECONDS + SECONDS + 120) * 1000;
const GOAL = 'goal: p50 <= 25, p99 <= 150';
const WIDTH = 51;

const exec = promisify(execFile);

/**
 * Measures the latency of messages at a steady rate: from 202 to the other side, and from request to the
 * webhooks that report the statuses. All processes are real, with an embedded PostgreSQL (fsync on). Economy
 * devices use the sandbox, and write to known customers, then to new ones, who cost queries to the network
 * first. Numbers of the official cloud use a stand-in for the provider.
 */
export async function run(): Promise<void> {
  await withEconomyDevices(DEVICES, async (economy) => {
    await measureEconomy(economy, 'known recipients', numbersFrom(6_281_200_000_000, REGULARS));
    await measureEconomy(economy, 'new recipients', numbersFrom(6_281_300_000_000, ALL));
  });
  await withOfficialNumbers(DEVICES, measureOfficial);
}

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => String(first + n));

/** The other side is the phone: it has the message when it has decrypted it. */
async function measureEconomy(economy: Economy, name: string, recipients: string[]): Promise<void> {
  await addPhones(economy, recipients);
  const measured = await load(economy, recipients);
  const arrivals = await arrivalsAt(economy, recipients);
  report(`economy, ${name}`, measured, ({ body }) => arrivals.get(body));
}

/** The other side is the provider: it has the message when it has read the call. */
async function measureOfficial(official: Official): Promise<void> {
  await reportDelivered(official);
  const measured = await load(official, numbersFrom(6_281_400_000_000, ALL));
  const arrivals = await arrivalsAtStandIn(official);
  report('official cloud', measured, ({ to }) => arrivals[`+${to}`]);
}

interface Measured extends LatencyResult {
  /** What each part of the gateway used of a core for one message, in ms. */
  cpuMs: Record<string, number>;
}

async function load(
  { gateway, apiKey, devices }: Pick<Economy, 'gateway' | 'apiKey' | 'devices'>,
  recipients: string[],
): Promise<Measured> {
  const url = `http://127.0.0.1:${gateway.port}`;
  const rate = { perSecond: PER_SECOND, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const job: LatencyJob = { url, apiKey, devices, recipients, ...rate };
  const before: Record<string, number> = await cpuOfParts(gateway.pid);
  const running = exec(process.execPath, [script('latency-load.ts')], {
    timeout: LOAD_MS,
    maxBuffer: 256 * 1024 * 1024,
  });
  // Thousands of recipients are too long for an argument.
  running.child.stdin?.end(JSON.stringify(job));
  const result: LatencyResult = JSON.parse((await running).stdout);
  const after = await cpuOfParts(gateway.pid);
  const perMessage = Object.entries(after).map(([part, ms]) => [part, (ms - (before[part] ?? 0)) / ALL]);
  return { ...result, cpuMs: Object.fromEntries(perMessage) };
}

/** A message or event that does not arrive in time counts as infinitely late, and fails the benchmark. */
function report(name: string, measured: Measured, arrivedAt: (sent: Sent) => number | undefined): void {
  const { messages, offeredPerSecond, lateMs, cpuMs } = measured;
  const arrived = (sent: Sent) => arrivedAt(sent) ?? Number.POSITIVE_INFINITY;
  const ways: Record<string, (sent: Sent) => number> = {
    [`202 to the other side (${GOAL})`]: (sent) => arrived(sent) - sent.acceptedAt,
    'request to 202': ({ acceptedAt, dueAt }) => acceptedAt - dueAt,
    'request to the other side': (sent) => arrived(sent) - sent.dueAt,
    'request to webhook sent': ({ reportedAt, dueAt }) =>
      (reportedAt.sent ?? Number.POSITIVE_INFINITY) - dueAt,
    'request to webhook delivered': ({ reportedAt, dueAt }) =>
      (reportedAt.delivered ?? Number.POSITIVE_INFINITY) - dueAt,
  };
  const offered = `offered ${offeredPerSecond.toFixed(1)}/s, at most ${lateMs.toFixed(0)} ms late`;
  console.log(`${name}: ${messages.length} messages from ${DEVICES} devices, ${offered}`);
  for (const [way, timeOf] of Object.entries(ways)) {
    const times = messages.map(timeOf).toSorted((a, b) => a - b);
    const missing = times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
    if (missing > 0) process.exitCode = 1;
    console.log(
      `  ${way.padEnd(WIDTH)} ${spread(times)}${missing > 0 ? `   <-- ${missing} not in time` : ''}`,
    );
  }
  const cpu = Object.entries(cpuMs).map(([part, ms]) => `${part} ${ms.toFixed(1)}`);
  console.log(`  CPU of a message, ms: ${cpu.join(', ')}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
}

function spread(sorted: number[]): string {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => at(share).toFixed(0).padStart(5));
  return `p50 ${p50} ms   p99 ${p99} ms   max ${max} ms`;
}
