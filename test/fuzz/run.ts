import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { migrate } from '../../src/lib/db/migrate.ts';
import { silentLog } from '../../src/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/lib/postgres/embedded.ts';
import { createSecretBox } from '../../src/lib/secret-box.ts';
import { type Campaign, runCampaign } from './campaign.ts';
import { watchLog } from './log-watch.ts';
import { watchProcess } from './process-watch.ts';
import { describeFinding, describeTally } from './report.ts';
import { openTarget } from './target.ts';

const PROGRESS_MS = 10_000;
/** The data need not survive the run. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const USAGE = 'npm run fuzz -- [--requests 20000] [--seed N] [--concurrency 4]';

type Options = Pick<Campaign, 'requests' | 'seed' | 'concurrency'>;

/** Sends requests to an own API and prints the results. The exit code is 1 after any violation. */
async function main({ requests, seed, concurrency }: Options): Promise<void> {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  console.log(`fuzz: ${requests} requests, seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'kurir-fuzz-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, settings: FORGETFUL });
  try {
    await migrate(postgres.url);
    const watch = watchLog();
    const ctx = createContext({
      config: loadConfig({ KURIR_DATABASE_POOL: '10', KURIR_MEDIA_DIR: join(folder, 'media') }),
      databaseUrl: postgres.url,
      box: createSecretBox(randomBytes(32).toString('hex')),
      log: watch.log,
      name: 'kurir fuzz',
    });
    const { document, port, close } = await openTarget(ctx);
    const itself = watchProcess();
    const started = performance.now();
    const { tally, findings } = await runCampaign({
      ctx,
      document,
      port,
      seed,
      requests,
      concurrency,
      signal: stopped.signal,
      onProgress: progress(requests),
    });
    const seconds = (performance.now() - started) / 1000;
    const others = [...watch.findings(), ...itself.findings()];
    console.log(`\n${describeTally(tally, seconds)}`);
    console.log(`${itself.describe()}; ${watch.lines()} log lines`);
    for (const finding of findings) console.log(`\n${describeFinding(finding)}`);
    for (const { promise, detail } of others) console.log(`\nVIOLATION  ${promise}\n  ${detail}`);
    console.log(`\nfuzz: ${findings.length + others.length} violations, seed ${seed}`);
    if (findings.length + others.length > 0) process.exitCode = 1;
    await close();
    await ctx.close();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the progress in steps. */
function progress(requests: number): (done: number) => void {
  let said = performance.now();
  return (done) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    console.error(`fuzz: ${done} of ${requests}`);
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
      seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
      concurrency: { type: 'string', default: '4' },
    },
  });
  const number = (name: keyof typeof values) => {
    if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} must be a whole number`);
    return Number(values[name]);
  };
  return { requests: number('requests'), seed: number('seed'), concurrency: number('concurrency') };
}

await main(readOptions()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
