import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findRunningPostgres } from '../../src/lib/postgres/embedded.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';

const CLI = script('../../src/cli.ts');
const LOAD = script('load-generator.ts');
const exec = promisify(execFile);

/** A real gateway, without sessions unless the settings say otherwise, on a fresh data folder with its embedded PostgreSQL, fsync on. */
export interface BenchGateway {
  port: number;
  pid: number;
  databaseUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is the command's own
  kurir(...args: string[]): Promise<any>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** `settings` stand before those of every benchmark. */
export async function startBenchGateway(settings: Record<string, string> = {}): Promise<BenchGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-bench-'));
  const env = {
    ...process.env,
    KURIR_DATA_DIR: folder,
    KURIR_PORT: '0',
    KURIR_ROLES: 'api,worker',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const gateway = spawn(process.execPath, [CLI, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(new URL(/ready: (\S+)/.exec(await firstLine(gateway))?.[1] ?? '').port);
  const databaseUrl = await findRunningPostgres(folder);
  if (!databaseUrl) throw new Error('the embedded PostgreSQL does not run');
  return {
    port,
    pid: gateway.pid ?? 0,
    databaseUrl,
    kurir: async (...args) =>
      JSON.parse((await exec(process.execPath, [CLI, ...args, '--json'], { env })).stdout),
    async stop() {
      gateway.kill();
      await once(gateway, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the load generator in a process of its own. */
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

export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the child has no stdout');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).split('\n')[0] ?? '';
}
