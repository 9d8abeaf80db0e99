import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { promisify } from 'node:util';
import { script } from './bench-gateway.ts';
import { cpuOfParts, cpuSince } from './cpu.ts';
import { addPhones, call, type Economy, withEconomyDevices } from './economy-scene.ts';
import { residentMebibytes } from './memory.ts';
import { printSpread } from './spread.ts';
import type { WidgetJob, WidgetResult } from './widget-load.ts';

/** `npm run bench -- widget 200 30`: visitors, each with an open stream, and seconds. */
const VISITORS = Number(process.argv[3] ?? 200);
const SECONDS = Number(process.argv[4] ?? 30);
/** Of visitors, below the limits of a widget; and as many messages of the API. */
const PER_SECOND = 33;
const GOAL_MS = 500;
const RECIPIENT = '6281234567890';
const LOAD_MS = (SECONDS + 90) * 1000;

const exec = promisify(execFile);

/**
 * Measures the time from the post of a visitor to the live stream of staff, beside `POST /v1/messages` in the same run.
 * All visitors write once at the same moment first, then at a steady rate.
 */
export async function run(): Promise<void> {
  await withEconomyDevices(1, measure);
}

async function measure(economy: Economy): Promise<void> {
  const { gateway, apiKey, devices } = economy;
  const [device = ''] = devices;
  await addPhones(economy, [RECIPIENT]);
  const widget = await call(economy, 'POST', '/v1/widgets', {
    ...{ name: 'Toko', device_uuid: device, mode: 'chat', allowed_origins: ['https://shop.example'] },
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const rate = { visitors: VISITORS, perSecond: PER_SECOND, seconds: SECONDS };
  const job: WidgetJob = { url, apiKey, widget: widget.id, device, ...rate };
  const before = await cpuOfParts(gateway.pid);
  const running = exec(process.execPath, [script('widget-load.ts')], {
    timeout: LOAD_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(JSON.stringify(job));
  const result: WidgetResult = JSON.parse((await running).stdout);
  report(result);
  const cpu = Object.entries(await cpuSince(before, gateway.pid));
  const all = result.posts.length + result.acceptedMs.length;
  console.log(
    `  CPU of a message, ms: ${cpu.map(([part, ms]) => `${part} ${(ms / all).toFixed(1)}`).join(', ')}`,
  );
  const memory = (await residentMebibytes(gateway.pid)).toFixed(0);
  console.log(
    `  memory of the main process ${memory} MiB; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
}

function report({ posts, acceptedMs, offeredPerSecond }: WidgetResult): void {
  const rounds = { 'at the same moment': true, 'at a steady rate': false };
  for (const [name, isAtOnce] of Object.entries(rounds)) {
    const ofRound = posts.filter((post) => post.isAtOnce === isAtOnce);
    const rate = isAtOnce ? '' : `, offered ${offeredPerSecond.toFixed(1)}/s`;
    console.log(`${ofRound.length} messages of ${VISITORS} visitors with streams ${name}${rate}`);
    printSpread(
      'post to 201',
      ofRound.map(({ storedMs }) => storedMs),
    );
    const { p99 } = printSpread(
      `post to the inbox (p99 <= ${GOAL_MS} ms)`,
      ofRound.map(({ inboxMs }) => inboxMs ?? Infinity),
    );
    if (p99 > GOAL_MS) process.exitCode = 1;
    printSpread(
      "post to the visitor's stream",
      ofRound.map(({ ownStreamMs }) => ownStreamMs ?? Infinity),
    );
  }
  printSpread('POST /v1/messages to 202', acceptedMs);
}
