import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { processesOfPart, threadsOf } from './processes.ts';
import { until } from './until.ts';

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
/** Collecting garbage takes a tenth of a start. */
const PROGRAM = ['--min-semi-space-size=16', CLI];
const READY_TIMEOUT_MS = 50_000;
/** Below the limit of a test, so that its failure shows what the command does. */
const COMMAND_TIMEOUT_MS = 45_000;
const LAST_LINES = 150;

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface GatewayProcess {
  child: ChildProcess;
  pid: number;
  /** Empty without the api role. */
  url: string;
  /** What it printed for the person at the terminal. */
  welcome: string;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** What it has written to stderr so far. */
  log(): string;
}

/** A data folder for gateways as real processes. It ends with the test, and so do all its processes. */
export interface Installation {
  folder: string;
  /** The environment of its processes. */
  env: Record<string, string>;
  /** Starts `kurir start --sandbox` and waits until it is ready; rejects with its stderr when it ends before. */
  start(env?: Record<string, string>): Promise<GatewayProcess>;
  /** The same without waiting. */
  launch(env?: Record<string, string>): ChildProcess;
  /** Runs another command on this folder. Rejects with its output and its threads when it does not end in time. */
  run(...args: string[]): Promise<CommandResult>;
  /** What its processes logged last, apart from single requests: for a person who wonders why a test failed. */
  lastWords(): Promise<string>;
  /** The processes that belong to the folder now. */
  pids(): Promise<{ postgres: number | null; sandbox: number | null; ours: number[] }>;
}

export async function installation(
  env: Record<string, string> = {},
  cleanup: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-gateway-'));
  const children: ChildProcess[] = [];
  let logged = '';
  const environment = {
    PATH: process.env.PATH ?? '',
    KURIR_DATA_DIR: folder,
    KURIR_PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const launch = (more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [...PROGRAM, 'start', '--sandbox'], {
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, as a terminal makes it.
      detached: true,
    });
    child.stderr.on('data', (text) => {
      logged += text;
    });
    children.push(child);
    return child;
  };

  const pids = async () => ({
    postgres: await pidIn(join(folder, 'postgres', 'postmaster.pid'), (text) => Number.parseInt(text, 10)),
    sandbox: await pidIn(join(folder, 'sandbox', 'process.json'), (text) => JSON.parse(text).process?.pid),
    ours: processesWith(folder),
  });

  cleanup(async () => {
    for (const child of children) child.kill('SIGKILL');
    // A copied folder names processes of its original, so its files are not asked. A server that is killed by -9
    // would leave its shared memory.
    const servers = () => processesOfPart(folder, 'postgres');
    for (const pid of servers()) end(pid, 'SIGQUIT');
    await until(() => servers().length === 0, { what: 'the end of PostgreSQL' });
    // What a failed test left, stopped ones too.
    for (const pid of (await pids()).ours) end(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    env: environment,
    launch,
    start: (more) => untilReady(launch(more)),
    run: (...args) => runCli(args, environment),
    async lastWords() {
      const sandbox = await readFile(join(folder, 'sandbox', 'sandbox.log'), 'utf8').catch(() => '');
      return [logged, sandbox].map(lastLines).join('\n');
    },
    pids,
  };
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function lastLines(log: string): string {
  const lines = log.split('\n').filter((line) => line !== '' && !line.includes('"http.answered'));
  return lines.slice(-LAST_LINES).join('\n');
}

function runCli(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [...PROGRAM, ...args], { env }, (error, stdout, stderr) => {
      clearTimeout(timer);
      const code = typeof error?.code === 'number' ? error.code : -1;
      resolve({ code: error ? code : 0, stdout, stderr });
    });
    const written: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => written.push(text));
    const timer = setTimeout(() => {
      const threads = threadsOf(child.pid ?? 0);
      reject(
        new Error(`\`kurir ${args.join(' ')}\` did not end:\n${written.join('')}\n${threads.join('\n')}`),
      );
      child.kill('SIGKILL');
    }, COMMAND_TIMEOUT_MS);
  });
}

/** A folder in which `./kurir` is this program. */
export async function cloneIn(folder: string): Promise<string> {
  const root = join(folder, 'clone');
  await mkdir(root);
  const script = `#!/bin/sh\nexec '${process.execPath}' ${PROGRAM.join(' ')} "$@"\n`;
  await writeFile(join(root, 'kurir'), script, { mode: 0o755 });
  return root;
}

/** False for a process that has ended, collected or not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function untilReady(child: ChildProcess): Promise<GatewayProcess> {
  let [stdout, stderr] = ['', ''];
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${stderr}`)), READY_TIMEOUT_MS);
    child.stdout?.on('data', (text) => {
      stdout += text;
      if (!/^Kurir is ready/m.test(stdout)) return;
      clearTimeout(timer);
      resolve();
    });
    void ended.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`Ended with ${code}:\n${stderr}`));
    });
  });
  const url = /^Kurir is ready: (\S+)$/m.exec(stdout)?.[1] ?? '';
  return { child, pid: child.pid ?? 0, url, welcome: stdout, ended, log: () => stderr };
}

async function pidIn(path: string, parse: (text: string) => number | undefined): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = text === '' ? undefined : parse(text);
  return pid !== undefined && isAlive(pid) ? pid : null;
}

/** Every process that was started with this text in its environment. */
function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid) && environmentOf(pid).includes(text));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
