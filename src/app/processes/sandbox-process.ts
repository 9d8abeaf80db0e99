import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Log } from '../../lib/log.ts';
import {
  identify,
  isRunning,
  type ProcessIdentity,
  signalProcess,
  waitForEnd,
} from '../../lib/process-identity.ts';
import type { SandboxAddress } from '../sandbox-address.ts';
import { findSandboxNote, type SandboxNote, writeSandboxNote } from './sandbox-note.ts';

export interface SandboxOptions {
  /** Folder of its store, its log and the note by which the next gateway finds it. */
  folder: string;
  /** The port it has to have; otherwise one is chosen once and kept. */
  port: number | undefined;
  log: Log;
  /** Starts it detached from this process. */
  spawn(address: SandboxAddress & { port: number }): ChildProcess;
  timings?: Partial<Timings>;
}

interface Timings {
  pollMs: number;
  healthTimeoutMs: number;
  /** From its start until it must have answered once: on a busy machine loading takes its time. */
  startMs: number;
  restartMaxMs: number;
}

export interface Sandbox {
  readonly address: SandboxAddress;
  /** Resolves when it answers; rejects when it does not within `timeoutMs`, or when aborted. */
  ready(timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Ends the sandbox: kindly at first, within half a second at most. */
  stop(): Promise<void>;
  /** Ends it without asking or waiting. */
  kill(): void;
}

const TIMINGS: Timings = { pollMs: 500, healthTimeoutMs: 2_000, startMs: 30_000, restartMaxMs: 5_000 };
const MISSES_UNTIL_KILLED = 3;
const READY_POLL_MS = 30;
const READY_LOOK_MS = 1_000;
const STOP_MS = 500;
/** Below the range of outgoing connections, so that nobody happens to sit on the port while the sandbox restarts. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/**
 * Keeps the sandbox running as a process of its own, which outlives a killed gateway: one that a predecessor left behind is taken over.
 * It is watched by its health and started again on the same port, so that nobody has to be told where it went.
 */
export async function superviseSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { folder, log } = options;
  const timings = { ...TIMINGS, ...options.timings };
  const { process: left, port, token } = await claim(options);
  const address: SandboxAddress = { url: `http://127.0.0.1:${port}`, token };
  let current: ProcessIdentity | null = left;
  let stopping = false;
  let wake = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function start(): Promise<void> {
    const child = options.spawn({ ...address, port });
    child.on('error', (error) => log.error({ err: error }, 'sandbox.spawn_failed'));
    child.once('exit', () => wake());
    child.unref();
    current = child.pid === undefined ? null : identify(child.pid);
    await writeSandboxNote(folder, { process: current, port, token });
    log.info({ pid: child.pid, port }, 'sandbox.started');
  }

  /** Looks at it until told to stop: starts it when it is gone, ends it when it is there and deaf. */
  async function watch(): Promise<void> {
    let failures = 0;
    let misses = 0;
    let startedAt = Number.NEGATIVE_INFINITY;
    while (!stopping) {
      // One that a predecessor had only just started says who it is as soon as it can.
      if (!current || !isRunning(current)) current = runningIn(await findSandboxNote(folder));
      if (!current) {
        if (failures > 0) await pause(Math.min(50 * 2 ** failures, timings.restartMaxMs));
        if (stopping) return;
        failures += 1;
        misses = 0;
        startedAt = performance.now();
        await start().catch((error) => log.error({ err: error }, 'sandbox.start_failed'));
      } else if (await isHealthy(address, timings.healthTimeoutMs)) {
        failures = misses = 0;
      } else {
        misses += 1;
        const hadItsTime = performance.now() - startedAt > timings.startMs;
        if (misses >= MISSES_UNTIL_KILLED && hadItsTime && !stopping) await replace(current);
      }
      if (!stopping) await pause(timings.pollMs);
    }
  }

  async function replace(deaf: ProcessIdentity): Promise<void> {
    log.error({ pid: deaf.pid }, 'sandbox.silent');
    signalProcess(deaf, 'SIGKILL');
    await waitForEnd(deaf, timings.restartMaxMs);
  }

  const watching = watch();

  return {
    address,
    ready: (timeoutMs, signal) => untilHealthy(address, timeoutMs, signal),
    async stop() {
      stopping = true;
      wake();
      // A look under way may last as long as its timeout; ending the process ends the look.
      if (current) await end(current);
      await watching;
      if (current) await end(current);
    },
    kill() {
      stopping = true;
      wake();
      if (current) signalProcess(current, 'SIGKILL');
    },
  };
}

/** Ends the sandbox that a killed gateway left in this folder; false when there is none. */
export async function stopLeftSandbox(folder: string): Promise<boolean> {
  const left = runningIn(await findSandboxNote(folder));
  if (left) await end(left);
  return left !== null;
}

/**
 * The sandbox that is there already, or what the next one is to be. One that listens on another port than wanted is ended. What was decided
 * is written down before anything is started, so that a killed gateway leaves no sandbox that its successor cannot speak to.
 */
async function claim({ folder, port }: SandboxOptions): Promise<SandboxNote> {
  const note = await findSandboxNote(folder);
  const left = runningIn(note);
  const isKept = note !== null && (!port || port === note.port);
  if (isKept && (left || note.process === null)) return { ...note, process: left };
  if (left) await end(left);
  const wanted = port || (await keptPort(note));
  const next = { process: null, port: wanted, token: randomBytes(24).toString('hex') };
  await writeSandboxNote(folder, next);
  return next;
}

function runningIn(note: SandboxNote | null): ProcessIdentity | null {
  return note?.process && isRunning(note.process) ? note.process : null;
}

async function end(sandbox: ProcessIdentity): Promise<void> {
  signalProcess(sandbox, 'SIGTERM');
  if (await waitForEnd(sandbox, STOP_MS)) return;
  signalProcess(sandbox, 'SIGKILL');
  await waitForEnd(sandbox, STOP_MS);
}

/** Resolves when the sandbox answers; rejects when it does not within `timeoutMs`, or when aborted. */
export async function untilHealthy(
  address: SandboxAddress,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isHealthy(address, READY_LOOK_MS))) {
    signal?.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`The sandbox at ${address.url} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}

async function isHealthy({ url, token }: SandboxAddress, timeoutMs: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/sandbox`, {
      headers: { 'x-sandbox-control': token },
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The port of the last start, unless somebody else has it by now; else a free one. */
export async function keptPort(note: SandboxNote | null): Promise<number> {
  if (note && (await isFree(note.port))) return note.port;
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
