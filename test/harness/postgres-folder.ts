import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeEach, onTestFinished } from 'vitest';
import { silentLog } from '../../src/platform/lib/log.ts';
import {
  type EmbeddedPostgres,
  type StartOptions,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from '../../src/platform/lib/postgres/embedded.ts';

const STARTER = fileURLToPath(new URL('./postgres-starter.ts', import.meta.url));

/** What the starter process says once its server is up, or why it is not. */
export interface Started {
  url: string;
  pid: number;
  tookOver: boolean;
  error?: string;
}

/** A data folder that does not exist yet. What a test leaves running on it is stopped before everything is removed. */
export async function emptyFolder(): Promise<{ folder: string; dataDir: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-postgres-'));
  const dataDir = path.join(folder, 'data');
  onTestFinished(async () => {
    await stopEmbeddedPostgres(dataDir);
    await rm(folder, { recursive: true });
  });
  return { folder, dataDir };
}

/** One data folder for all tests of a file, as a new cluster takes a second. Each test stops its server. */
export async function sharedFolder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kurir-postgres-'));
  afterAll(() => rm(dataDir, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  await postgres.stop();
  // Registered before the test's own cleanups, and therefore run after them.
  beforeEach(() => onTestFinished(async () => void (await stopEmbeddedPostgres(dataDir))));
  return dataDir;
}

/** A server for the tests of a file; resolves to the address of its first database, whose role may do everything. */
export async function serverOfFile(settings: Record<string, string> = {}): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kurir-postgres-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, superuser: true, settings });
  afterAll(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });
  return postgres.url;
}

/** Commits something; resolves to the way to make sure that it is still there. */
export async function commitSomething(url: string): Promise<(url: string) => Promise<boolean>> {
  const table = `kept_${randomBytes(6).toString('hex')}`;
  await ask(url, `create table ${table} as select 42 as answer`);
  return async (later) =>
    (await ask<{ answer: number }>(later, `select answer from ${table}`))[0]?.answer === 42;
}

/** Starts the server of the folder in this process; it is stopped when the test ends. */
export async function startHere(
  dataDir: string,
  options: Partial<StartOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** Starts the server of the folder from a new process in a new process group, killed when the test ends. */
export async function startElsewhere(
  dataDir: string,
  options: { kind?: string; uid?: number; script?: string } = {},
): Promise<{ child: ChildProcess; said: Started }> {
  const { kind = 'gateway', uid, script = STARTER } = options;
  const args = [script, dataDir, kind, ...(uid === undefined ? [] : [String(uid)])];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => kill(child, 'SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) return { child, said: JSON.parse(line) };
  throw new Error('The starter ended without a word');
}

/** Sends the signal and waits for the end of the process. */
export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** One statement on a new connection. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
