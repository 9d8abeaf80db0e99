import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '../../sandbox/server.ts';
import { silenceLibsignal } from '../../sandbox/whatsapp/silence-libsignal.ts';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { MEBIBYTE } from '../../src/platform/lib/bytes.ts';
import { migrate } from '../../src/platform/lib/db/migrate.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { tablesOf } from '../harness/tables.ts';
import { stopOnSignals } from './bench-gateway.ts';
import type { Measured, SessionsJob } from './sessions-job.ts';

const COUNT = Number(process.argv[3] ?? 100);
const TOKEN = 'bench-control-token';
const exec = promisify(execFile);

/** Memory of one connected economy session, beside the bare client. Each side has a separate process. */
export async function run(): Promise<void> {
  silenceLibsignal();
  const folder = await mkdtemp(join(tmpdir(), 'kurir-bench-'));
  const sandbox = await startSandbox({
    dataDir: join(folder, 'sandbox'),
    port: 0,
    log: silentLog,
    controlToken: TOKEN,
  });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  const stop = async () => {
    await sandbox.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  stopOnSignals(stop);
  try {
    const secretKey = randomBytes(32).toString('hex');
    await prepare(postgres.url, secretKey);
    const job = {
      count: COUNT,
      whatsappUrl: sandbox.whatsappUrl,
      sandboxUrl: sandbox.url,
      trustRoot: sandbox.trustRoot,
      token: TOKEN,
      folder,
      databaseUrl: postgres.url,
      secretKey,
    };
    const bare = await side('sessions-bare.ts', { ...job, firstNumber: 628_110_000_000 });
    const ours = await side('sessions-kurir.ts', { ...job, firstNumber: 628_220_000_000 });
    report(bare, ours);
  } finally {
    await stop();
  }
}

/** Pairs in one process and measures in another, which starts with the pairings as after a restart. */
async function side(script: string, job: Omit<SessionsJob, 'phase'>): Promise<Measured> {
  await phase(script, { ...job, phase: 'pair' });
  return phase(script, { ...job, phase: 'hold' });
}

async function phase(script: string, job: SessionsJob): Promise<Measured> {
  const file = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const { stdout } = await exec(process.execPath, ['--expose-gc', file, JSON.stringify(job)], {
    timeout: 600_000,
  });
  return JSON.parse(stdout);
}

async function prepare(databaseUrl: string, secretKey: string): Promise<void> {
  await migrate(databaseUrl);
  const ctx = createContext({
    config: loadConfig({}),
    databaseUrl,
    box: createSecretBox(secretKey),
    log: silentLog,
    name: 'kurir bench',
  });
  const account = await tablesOf(ctx.db)
    .insertInto('accounts')
    .values({ name: 'Bench', plan: 'pro', kind: 'sandbox' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let n = 0; n < COUNT; n += 1) {
    const device = await tablesOf(ctx.db)
      .insertInto('devices')
      .values({ account_id: account.id, label: `Bench ${n}`, engine: 'economy', network: 'sandbox' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tablesOf(ctx.db).insertInto('device_leases').values({ device_id: device.id }).execute();
  }
  await ctx.close();
}

/** The sandbox's libraries have been silenced, and with them the console. */
const say = (line: string) => process.stdout.write(`${line}\n`);

function report(bare: Measured, ours: Measured): void {
  const each = ({ before, after }: Measured, kind: 'rss' | 'heap') =>
    (after[kind] - before[kind]) / (COUNT - 1) / MEBIBYTE;
  say(`${COUNT} connected sessions   process RSS   per session: RSS      heap`);
  for (const [name, measured] of [
    ['bare Baileys', bare],
    ['Kurir', ours],
  ] as const) {
    const rss = (measured.after.rss / MEBIBYTE).toFixed(0).padStart(8);
    const rssEach = each(measured, 'rss').toFixed(2).padStart(10);
    const heapEach = each(measured, 'heap').toFixed(2).padStart(7);
    say(`${name.padEnd(23)} ${rss} MiB     ${rssEach} MiB ${heapEach} MiB`);
  }
  const ratio = (kind: 'rss' | 'heap') => (each(ours, kind) / each(bare, kind)).toFixed(2);
  say(`ratio per session: RSS ${ratio('rss')}, heap ${ratio('heap')}`);
}
