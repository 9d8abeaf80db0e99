import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { identifyIn, isRunningIn } from '../../../platform/lib/folder-process.ts';
import type { Log } from '../../../platform/lib/log.ts';
import {
  isRunning,
  type ProcessIdentity,
  signalProcess,
  waitForEnd,
} from '../../../platform/lib/process-identity.ts';
import type { SandboxAddress } from '../../sandbox/address.ts';
import { assertFree, isHealthy, keptPort, untilHealthy } from './sandbox-health.ts';
import {
  addressOf,
  findSandboxNote,
  isWrittenIn,
  type SandboxNote,
  writeSandboxNote,
} from './sandbox-note.ts';

export interface SandboxOptions {
  folder: string;
  /** Default: chosen once and kept. */
  port: number | undefined;
  log: Log;
  /** Detached. */
  spawn(address: SandboxAddress & { port: number }): ChildProcess;
  timings?: Partial<Timings>;
}

interface Timings {
  pollMs: number;
  healthTimeoutMs: number;
  /** Busy machines load slowly. */
  startMs: number;
  restartMaxMs: number;
}

export interface Sandbox {
  readonly address: SandboxAddress;
  /** Rejects after `timeoutMs`, or when aborted. */
  ready(timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** SIGTERM; SIGKILL after half a second. */
  stop(): Promise<void>;
  /** Does not wait. */
  kill(): void;
}

const TIMINGS: Timings = { pollMs: 500, healthTimeoutMs: 2_000, startMs: 30_000, restartMaxMs: 5_000 };
const MISSES_UNTIL_KILLED = 3;
const STOP_MS = 500;

/** A detached process, or that of a killed gateway. Restarts a silent one on its port. */
export async function superviseSandbox(options: SandboxOptions): Promise<Sandbox> {
  return new SandboxSupervisor(options, await claim(options));
}

class SandboxSupervisor implements Sandbox {
  readonly address: SandboxAddress;
  private readonly options: SandboxOptions;
  private readonly timings: Timings;
  private readonly port: number;
  private current: ProcessIdentity | null;
  private readonly watching: Promise<void>;
  private stopping = false;
  private wake = () => {};

  constructor(options: SandboxOptions, note: SandboxNote) {
    this.options = options;
    this.timings = { ...TIMINGS, ...options.timings };
    this.port = note.port;
    this.address = addressOf(note);
    this.current = note.process;
    this.watching = this.watch();
  }

  ready(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    return untilHealthy(this.address, timeoutMs, signal);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    if (this.current) await end(this.current);
    await this.watching;
    if (this.current) await end(this.current);
  }

  kill(): void {
    this.stopping = true;
    this.wake();
    if (this.current) signalProcess(this.current, 'SIGKILL');
  }

  private async watch(): Promise<void> {
    let failures = 0;
    let misses = 0;
    let startedAt = Number.NEGATIVE_INFINITY;
    while (!this.stopping) {
      await this.findProcess();
      if (!this.current) {
        if (failures > 0) await this.pause(Math.min(50 * 2 ** failures, this.timings.restartMaxMs));
        if (this.stopping) return;
        failures += 1;
        misses = 0;
        startedAt = performance.now();
        await this.start();
      } else if (await isHealthy(this.address, this.timings.healthTimeoutMs)) {
        failures = misses = 0;
      } else {
        misses += 1;
        const isLoaded = performance.now() - startedAt > this.timings.startMs;
        if (misses >= MISSES_UNTIL_KILLED && isLoaded && !this.stopping) await this.end(this.current);
      }
      if (!this.stopping) await this.pause(this.timings.pollMs);
    }
  }

  private async findProcess(): Promise<void> {
    if (this.current && isRunning(this.current)) return;
    this.current = runningIn(this.options.folder, await findSandboxNote(this.options.folder));
  }

  private async start(): Promise<void> {
    const { folder, log, spawn } = this.options;
    const { address, port } = this;
    try {
      const child = spawn({ ...address, port });
      child.on('error', (error) => log.error({ err: error }, 'sandbox.spawn_failed'));
      child.once('exit', () => this.wake());
      child.unref();
      this.current = child.pid === undefined ? null : identifyIn(folder, child.pid);
      await writeSandboxNote(folder, { process: this.current, port, token: address.token });
      log.info({ pid: child.pid, port }, 'sandbox.started');
    } catch (error) {
      log.error({ err: error }, 'sandbox.start_failed');
    }
  }

  private async end(silent: ProcessIdentity): Promise<void> {
    this.options.log.error({ pid: silent.pid }, 'sandbox.silent');
    signalProcess(silent, 'SIGKILL');
    await waitForEnd(silent, this.timings.restartMaxMs);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** False without a sandbox. */
export async function stopLeftSandbox(folder: string): Promise<boolean> {
  const left = runningIn(folder, await findSandboxNote(folder));
  if (left) await end(left);
  return left !== null;
}

/**
 * Stops a sandbox on a wrong port. The note comes first, for the next gateway. InvalidConfig: another program has the
 * port.
 */
async function claim({ folder, port }: SandboxOptions): Promise<SandboxNote> {
  const note = await findSandboxNote(folder);
  const left = runningIn(folder, note);
  const isKept = note !== null && isWrittenIn(folder, note) && (!port || port === note.port);
  if (isKept && left) return { ...note, process: left };
  if (left) await end(left);
  if (port) await assertFree(port);
  if (isKept && note.process === null) return note;
  const wanted = port || (await keptPort(note));
  const next = { process: null, port: wanted, token: randomBytes(24).toString('hex') };
  await writeSandboxNote(folder, next);
  return next;
}

function runningIn(folder: string, note: SandboxNote | null): ProcessIdentity | null {
  return note?.process && isRunningIn(folder, note.process) ? note.process : null;
}

async function end(sandbox: ProcessIdentity): Promise<void> {
  signalProcess(sandbox, 'SIGTERM');
  if (await waitForEnd(sandbox, STOP_MS)) return;
  signalProcess(sandbox, 'SIGKILL');
  await waitForEnd(sandbox, STOP_MS);
}
