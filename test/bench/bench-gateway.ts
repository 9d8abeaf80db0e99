import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { silentLog } from '../../src/platform/lib/log.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';

const CLI = script('../../src/cli.js');
const LOAD = script('load-generator.ts');
const exec = promisify(execFile);

/** A real gateway with a new data folder, embedded PostgreSQL and fsync on. It has no sessions by default. */
export interface BenchGateway {
  port: number;
  pid: number;
  databaseUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is the command's own
  kurir(...args: string[]): Promise<any>;
  /** Ends it and removes its data; a signal to this process does the same first. May be called again. */
  stop(): Promise<void>;
}

/** `settings` stand before those of every benchmark. `preparations`: statements for the server, before its start. */
export async function startBenchGateway(
  settings: Record<string, string> = {},
  preparations: readonly string[] = [],
): Promise<BenchGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-bench-'));
  // Benchmarks load extensions and request checkpoints.
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, superuser: true });
  const client = new pg.Client(server.url);
  await client.connect();
  for (const statement of preparations) await client.query(statement);
  await client.end();
  await server.stop();
  const env = {
    ...process.env,
    KURIR_DATA_DIR: folder,
    KURIR_PORT: '0',
    KURIR_ROLES: 'api,worker',
    LOG_LEVEL: 'error',
    // The cluster is older than the gateway, which makes no key beside existing data.
    KURIR_SECRET_KEY: 'ab'.repeat(32),
    ...settings,
  };
  const gateway = spawn(process.execPath, [CLI, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= end(gateway)
      .then(() => rm(folder, { recursive: true, force: true }))
      .finally(ignoreSignals);
    return stopping;
  };
  const ignoreSignals = stopOnSignals(stop);
  try {
    const port = Number(new URL(/ready: (\S+)/.exec(await firstLine(gateway))?.[1] ?? '').port);
    const databaseUrl = await findRunningPostgres(folder);
    if (!databaseUrl) throw new Error('the embedded PostgreSQL does not run');
    const kurir: BenchGateway['kurir'] = async (...args) =>
      JSON.parse((await exec(process.execPath, [CLI, ...args, '--json'], { env })).stdout);
    return { port, pid: gateway.pid ?? 0, databaseUrl, kurir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** On a signal, stops all processes and then the benchmark. Answers a function that removes the listeners. */
export function stopOnSignals(stop: () => Promise<void>): () => void {
  const ignore = () => void process.off('SIGINT', listen).off('SIGTERM', listen);
  const listen = (signal: NodeJS.Signals) =>
    void stop().finally(() => {
      ignore();
      if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
    });
  process.on('SIGINT', listen).on('SIGTERM', listen);
  return ignore;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

/** Runs a file beside this one in a process that ends with this one, if not before. What it prints can be read. */
export function startScript(name: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [script(name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill());
  return child;
}

/** Runs the load generator in a separate process. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const { stdout } = await exec(process.execPath, [LOAD, JSON.stringify(job)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** Path of a file beside this one. */
export function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Throws when the process ends without a line. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the child has no stdout');
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a process ended with ${code ?? signal} before it was ready`);
  });
  const [chunk] = await Promise.race([once(child.stdout, 'data'), ended]);
  return String(chunk).split('\n')[0] ?? '';
}
