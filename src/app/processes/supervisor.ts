import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Network } from '../../gateway/engines/engine.ts';
import { within } from '../../platform/lib/deadline.ts';
import type { Log } from '../../platform/lib/log.ts';
import type { Sample } from '../../platform/lib/metrics/metrics.ts';
import type { WorkClass } from '../../platform/lib/order-of-work.ts';
import { Pause } from '../../platform/lib/pause.ts';
import type { Wake } from '../../platform/lib/wakes.ts';

/** The rest goes through the database. Wake-ups belong to `linkBus`. */
export type FromChild = 'heartbeat' | 'working' | { samples: Sample[] } | { wake: Wake } | { late: Late };
/** How long work of this class took, in ms. */
interface Late {
  kind: WorkClass;
  ms: number;
}

export type ToChild = 'stop' | { wake: Wake };

export const HEARTBEAT_MS = 2_000;
/** For the work in flight. */
export const SESSIONS_DRAIN_MS = 2_500;

export interface SupervisorOptions {
  networks: readonly Network[];
  log: Log;
  /** With IPC; `heartbeat` every 2 s, and `working` once it takes devices. */
  spawn(network: Network, nodeId: string): ChildProcess;
  /** May reject without a database. */
  isWanted(network: Network): Promise<boolean>;
  /** Repeated until it succeeds. */
  releaseLeases(nodeId: string): Promise<void>;
  /** A child reports late work. */
  onLate?(kind: WorkClass, ms: number): void;
  /** What a child counts, while `/metrics` is open; null after its end. */
  onSamples?(network: Network, samples: readonly Sample[] | null): void;
  timings?: Partial<Timings>;
}

interface Timings {
  tickMs: number;
  /** Between two heartbeats. */
  silenceMs: number;
  /** Until the first heartbeat. */
  startMs: number;
  restartMinMs: number;
  restartMaxMs: number;
  /** Then the back-off restarts. */
  settledMs: number;
  /** Longer than a child takes to start. */
  missingMs: number;
}

export interface Supervisor {
  check(): void;
  pids(): number[];
  /** Their devices need a child, and for a while none has been working. */
  missing(): Network[];
  /** Kills the rest after `drainMs`. */
  stop(drainMs: number): Promise<void>;
  kill(): void;
}

const TIMINGS: Timings = {
  tickMs: 1_000,
  silenceMs: 10_000,
  startMs: 30_000,
  restartMinMs: 100,
  restartMaxMs: 5_000,
  settledMs: 30_000,
  missingMs: 15_000,
};

const LAST_RELEASE_MS = 500;

interface Slot {
  network: Network;
  child: ChildProcess | null;
  startedAt: number;
  isHeard: boolean;
  heardAt: number;
  failures: number;
  notBefore: number;
  /** Null: a child is working, or none is needed. */
  missingSince: number | null;
}

/**
 * One child per network, from its first device on. Replaces a dead or silent child after 0.1 s to 5 s, and releases its
 * leases.
 */
export function superviseSessions(options: SupervisorOptions): Supervisor {
  return new SessionsSupervisor(options);
}

class SessionsSupervisor implements Supervisor {
  private readonly options: SupervisorOptions;
  private readonly timings: Timings;
  private readonly slots: readonly Slot[];
  /** Their leases are not released. */
  private readonly dead = new Set<string>();
  private readonly timer: NodeJS.Timeout;
  private stopping = false;
  private lastTick = performance.now();
  private readonly pause: Pause;
  private looksIn = 0;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.timings = { ...TIMINGS, ...options.timings };
    this.slots = options.networks.map(emptySlot);
    this.pause = new Pause(this.timings.tickMs);
    this.timer = setInterval(() => this.tick(), this.timings.tickMs);
    this.check();
  }

  check(): void {
    this.shorten();
    for (const slot of this.slots) void this.checkDemand(slot);
  }

  pids(): number[] {
    return this.slots.flatMap((slot) => slot.child?.pid ?? []);
  }

  missing(): Network[] {
    const { missingMs } = this.timings;
    const now = performance.now();
    const isLong = ({ missingSince }: Slot) => missingSince !== null && now - missingSince > missingMs;
    return this.slots.filter(isLong).map(({ network }) => network);
  }

  async stop(drainMs: number): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await Promise.all(this.slots.map((slot) => drain(slot, drainMs)));
    // Else the leases run out.
    await within(LAST_RELEASE_MS, this.release());
  }

  kill(): void {
    this.stopping = true;
    clearInterval(this.timer);
    for (const slot of this.slots) slot.child?.kill('SIGKILL');
  }

  private tick(): void {
    const now = performance.now();
    // Heartbeats wait to be read.
    const hasPaused = now - this.lastTick > this.timings.silenceMs / 2;
    this.lastTick = now;
    for (const slot of this.slots) {
      if (hasPaused) slot.heardAt = now;
      this.killSilent(slot, now);
    }
    if (this.dead.size > 0) void this.release();
    this.looksIn -= this.timings.tickMs;
    if (this.looksIn > 0) return;
    this.looksIn = this.pause.next();
    for (const slot of this.slots) void this.checkDemand(slot);
  }

  /** Demand may change soon. */
  private shorten(): void {
    this.pause.shorten();
    this.looksIn = 0;
  }

  private killSilent({ network, child, isHeard, heardAt }: Slot, now: number): void {
    const limitMs = isHeard ? this.timings.silenceMs : this.timings.startMs;
    if (!child || now - heardAt <= limitMs) return;
    this.options.log.error({ network, pid: child.pid }, 'sessions.silent');
    child.kill('SIGKILL');
  }

  private async checkDemand(slot: Slot): Promise<void> {
    const isDue = () => !this.stopping && !slot.child && performance.now() >= slot.notBefore;
    if (!isDue()) return;
    try {
      const isWanted = await this.options.isWanted(slot.network);
      if (!isDue()) return;
      slot.missingSince = isWanted ? (slot.missingSince ?? performance.now()) : null;
      if (isWanted) this.start(slot);
    } catch (error) {
      this.shorten();
      this.options.log.debug({ err: error }, 'sessions.demand_unknown');
    }
  }

  private start(slot: Slot): void {
    const { log, spawn } = this.options;
    const { network } = slot;
    const nodeId = randomUUID();
    const child = spawn(network, nodeId);
    slot.child = child;
    slot.isHeard = false;
    slot.startedAt = slot.heardAt = performance.now();
    log.info({ network, pid: child.pid }, 'sessions.started');
    child.on('message', (message: FromChild) => {
      if (typeof message === 'object') {
        if ('samples' in message) this.options.onSamples?.(network, message.samples);
        if ('late' in message) this.options.onLate?.(message.late.kind, message.late.ms);
        return;
      }
      if (message === ('working' satisfies FromChild)) slot.missingSince = null;
      if (message !== ('heartbeat' satisfies FromChild)) return;
      slot.isHeard = true;
      slot.heardAt = performance.now();
    });
    child.on('error', (error) => log.error({ err: error, network }, 'sessions.spawn_failed'));
    child.once('close', (code, signal) => {
      log[this.stopping ? 'info' : 'error']({ network, code, signal }, 'sessions.ended');
      this.afterEnd(slot, nodeId);
    });
  }

  private afterEnd(slot: Slot, nodeId: string): void {
    const { settledMs, restartMinMs, restartMaxMs } = this.timings;
    const now = performance.now();
    slot.child = null;
    this.options.onSamples?.(slot.network, null);
    slot.failures = now - slot.startedAt > settledMs ? 1 : slot.failures + 1;
    const waitMs = Math.min(restartMinMs * 2 ** (slot.failures - 1), restartMaxMs);
    slot.notBefore = now + waitMs;
    this.shorten();
    this.dead.add(nodeId);
    void this.release();
    if (!this.stopping) setTimeout(() => void this.checkDemand(slot), waitMs + 5).unref();
  }

  private async release(): Promise<void> {
    for (const nodeId of this.dead) {
      try {
        await this.options.releaseLeases(nodeId);
        this.dead.delete(nodeId);
      } catch (error) {
        this.options.log.warn({ err: error }, 'sessions.release_failed');
      }
    }
  }
}

function emptySlot(network: Network): Slot {
  const never = { startedAt: 0, heardAt: 0, notBefore: 0, missingSince: null };
  return { network, child: null, isHeard: false, failures: 0, ...never };
}

function drain({ child, isHeard }: Slot, drainMs: number): Promise<void> {
  if (!child) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => child.kill('SIGKILL'), drainMs);
    child.once('close', () => {
      clearTimeout(deadline);
      resolve();
    });
    if (child.connected && isHeard) child.send('stop' satisfies ToChild, () => {});
    else child.kill('SIGKILL');
  });
}
