// Stands for a test run: opens a run folder, starts PostgreSQL and a gateway in it, prints their pids, and waits.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../src/platform/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { installation } from './gateway.ts';
import { openRunFolder } from './run-folder.ts';

const run = await openRunFolder();
const dataDir = await mkdtemp(path.join(tmpdir(), 'kurir-user-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
const installed = await installation({}, () => {});
const gateway = await installed.start();
const { postgres: second, sandbox } = await installed.pids();
const pids = [postgres.pid, gateway.pid, second, sandbox];
process.stdout.write(`${JSON.stringify({ folder: run.folder, pids })}\n`);
process.once('SIGUSR2', async () => {
  await run.close();
  process.stdout.write('"closed"\n');
  process.exit();
});
