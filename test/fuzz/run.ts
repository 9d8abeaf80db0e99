import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config.ts';
import { type Context, createContext } from '../../src/context.ts';
import { migrate } from '../../src/platform/lib/db/migrate.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { openScene, SCENE_SETTINGS } from './callbacks/scene.ts';
import { runCallbackSeason } from './callbacks/season.ts';
import { type Campaign, runCampaign } from './campaign.ts';
import { type LogWatch, watchLog } from './log-watch.ts';
import { watchProcess } from './process-watch.ts';
import { describeFinding, describeTally } from './report.ts';
import { openTarget } from './target.ts';

const PROGRESS_MS = 10_000;
/** The data need not survive the run. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const USAGE = 'npm run fuzz -- [--requests 20000 | --callbacks 5000] [--seed N] [--concurrency 4]';

/** With `callbacks`, those of the official provider in place of requests. */
type Options = Pick<Campaign, 'requests' | 'seed' | 'concurrency'> & { callbacks: number };

interface Run extends Options {
  ctx: Context;
  watch: LogWatch;
  signal: AbortSignal;
}

/** Sends requests to an own API and prints the results. The exit code is 1 after any violation. */
async function main(options: Options): Promise<void> {
  const { requests, callbacks, seed } = options;
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  console.log(`fuzz: ${callbacks > 0 ? `${callbacks} callbacks` : `${requests} requests`}, seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'kurir-fuzz-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, settings: FORGETFUL });
  try {
    await migrate(postgres.url);
    const watch = watchLog();
    const ctx = createContext({
      config: loadConfig({ ...SCENE_SETTINGS, KURIR_MEDIA_DIR: join(folder, 'media') }),
      databaseUrl: postgres.url,
      box: createSecretBox(randomBytes(32).toString('hex')),
      log: watch.log,
      name: 'kurir fuzz',
    });
    const itself = watchProcess();
    const run = { ...options, ctx, watch, signal: stopped.signal };
    const found = await (callbacks > 0 ? sendCallbacks(run) : sendRequests(run));
    const others = [...watch.findings(), ...itself.findings()];
    console.log(`${itself.describe()}; ${watch.lines()} log lines`);
    for (const finding of found) console.log(`\n${finding}`);
    for (const { promise, detail } of others) console.log(`\nVIOLATION  ${promise}\n  ${detail}`);
    console.log(`\nfuzz: ${found.length + others.length} violations, seed ${seed}`);
    if (found.length + others.length > 0) process.exitCode = 1;
    await ctx.close();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What was found, as text. */
async function sendRequests({ ctx, requests, seed, concurrency, signal }: Run): Promise<string[]> {
  const { document, port, close } = await openTarget(ctx);
  const started = performance.now();
  const onProgress = progress(requests);
  const campaign = { ctx, document, port, seed, requests, concurrency, signal, onProgress };
  const { tally, findings } = await runCampaign(campaign);
  console.log(`\n${describeTally(tally, (performance.now() - started) / 1000)}`);
  await close();
  return findings.map(describeFinding);
}

async function sendCallbacks({ ctx, watch, callbacks, seed, signal }: Run): Promise<string[]> {
  const scene = await openScene(ctx);
  const onProgress = progress(callbacks);
  const found = await runCallbackSeason({ scene, watch, seed, callbacks, signal, onProgress });
  await scene.close();
  return found === undefined ? [] : [`VIOLATION  ${found}`];
}

/** Prints the progress in steps. */
function progress(all: number): (done: number) => void {
  let said = performance.now();
  return (done) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    console.error(`fuzz: ${done} of ${all}`);
  };
}

/** Exits on invalid options. */
function readOptions(): Options {
  try {
    return parseOptions();
  } catch (error) {
    console.error(`fuzz: ${error instanceof Error ? error.message : error}\n${USAGE}`);
    return process.exit(2);
  }
}

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      callbacks: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
      concurrency: { type: 'string', default: '4' },
    },
  });
  const number = (name: keyof typeof values) => {
    if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} must be a whole number`);
    return Number(values[name]);
  };
  const [requests, callbacks] = [number('requests'), number('callbacks')];
  return { requests, callbacks, seed: number('seed'), concurrency: number('concurrency') };
}

await main(readOptions()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
