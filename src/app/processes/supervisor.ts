import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Network } from '../../engines/engine.ts';
import { within } from '../../lib/deadline.ts';
import type { Log } from '../../lib/log.ts';

/** All that ever travels between main and a sessions child; everything else goes through the database. */
export type FromChild = 'heartbeat';
export type ToChild = 'stop';

export const HEARTBEAT_MS = 2_000;

export interface SupervisorOptions {
  networks: readonly Network[];
  log: Log;
  /** Starts a child with an IPC channel; it says `heartbeat` every 2 s. */
  spawn(network: Network, nodeId: string): ChildProcess;
  /** Whether a device of this network wants a session; may reject while the database is away. */
  isWanted(network: Network): Promise<boolean>;
  /** After the death of a child: gives its devices to whoever comes next. Tried again until it works. */
  releaseLeases(nodeId: string): Promise<void>;
  timings?: Partial<Timings>;
}

interface Timings {
  /** How often demand, silence and releases are looked at. */
  tickMs: number;
  /** From one sign of life to the next. */
  silenceMs: number;
  /** From the start to the first one: on a busy machine loading takes its time, and who is loading holds no device. */
  startMs: number;
  restartMinMs: number;
  restartMaxMs: number;
  /** A child that lived this long starts the waits anew. */
  settledMs: number;
}

export interface Supervisor {
  /** Looks at the demand now, for instance because a device changed. */
  check(): void;
  /** The children that run now, by process id. */
  pids(): number[];
  /** Asks every child to finish and kills the rest after `drainMs`. Starts no more. */
  stop(drainMs: number): Promise<void>;
  /** Kills without asking. */
  kill(): void;
}

const TIMINGS: Timings = {
  tickMs: 1_000,
  silenceMs: 10_000,
  startMs: 30_000,
  restartMinMs: 100,
  restartMaxMs: 5_000,
  settledMs: 30_000,
};

const LAST_RELEASE_MS = 500;

/** What is known of one network's child. */
interface Slot {
  network: Network;
  child: ChildProcess | null;
  startedAt: number;
  isHeard: boolean;
  heardAt: number;
  failures: number;
  notBefore: number;
}

/**
 * Keeps one sessions child per network, from its first device on. A child that dies or falls silent is replaced, after 0.1 s to 5 s, and
 * its leases are released, so that a wedged or crashed one never takes the API down.
 */
export function superviseSessions(options: SupervisorOptions): Supervisor {
  const { log } = options;
  const timings = { ...TIMINGS, ...options.timings };
  const slots = options.networks.map(emptySlot);
  const dead = new Set<string>();
  let stopping = false;
  let lastTick = performance.now();

  function start(slot: Slot): void {
    const nodeId = randomUUID();
    const child = options.spawn(slot.network, nodeId);
    slot.child = child;
    slot.isHeard = false;
    slot.startedAt = slot.heardAt = performance.now();
    log.info({ network: slot.network, pid: child.pid }, 'sessions.started');
    child.on('message', (message) => {
      if (message !== ('heartbeat' satisfies FromChild)) return;
      slot.isHeard = true;
      slot.heardAt = performance.now();
    });
    child.on('error', (error) => log.error({ err: error, network: slot.network }, 'sessions.spawn_failed'));
    child.once('close', (code, signal) => {
      log[stopping ? 'info' : 'error']({ network: slot.network, code, signal }, 'sessions.ended');
      ended(slot, nodeId);
    });
  }

  function ended(slot: Slot, nodeId: string): void {
    const now = performance.now();
    slot.child = null;
    slot.failures = now - slot.startedAt > timings.settledMs ? 1 : slot.failures + 1;
    const waitMs = Math.min(timings.restartMinMs * 2 ** (slot.failures - 1), timings.restartMaxMs);
    slot.notBefore = now + waitMs;
    dead.add(nodeId);
    void release();
    if (!stopping) setTimeout(() => void checkDemand(slot), waitMs).unref();
  }

  async function release(): Promise<void> {
    for (const nodeId of dead) {
      try {
        await options.releaseLeases(nodeId);
        dead.delete(nodeId);
      } catch (error) {
        log.warn({ err: error }, 'sessions.release_failed');
      }
    }
  }

  async function checkDemand(slot: Slot): Promise<void> {
    const isDue = () => !stopping && !slot.child && performance.now() >= slot.notBefore;
    if (!isDue()) return;
    try {
      // A child that was wanted once stays, so the question is asked only while there is none.
      if ((await options.isWanted(slot.network)) && isDue()) start(slot);
    } catch (error) {
      log.debug({ err: error }, 'sessions.demand_unknown');
    }
  }

  function tick(): void {
    const now = performance.now();
    // This process itself was stopped for a while: what the children said meanwhile has not been read yet.
    const overslept = now - lastTick > timings.silenceMs / 2;
    lastTick = now;
    for (const slot of slots) {
      if (overslept) slot.heardAt = now;
      const patienceMs = slot.isHeard ? timings.silenceMs : timings.startMs;
      if (slot.child && now - slot.heardAt > patienceMs) {
        log.error({ network: slot.network, pid: slot.child.pid }, 'sessions.silent');
        slot.child.kill('SIGKILL');
      }
    }
    if (dead.size > 0) void release();
    check();
  }

  function check(): void {
    for (const slot of slots) void checkDemand(slot);
  }

  const timer = setInterval(tick, timings.tickMs);
  check();

  return {
    check,
    pids: () => slots.flatMap((slot) => slot.child?.pid ?? []),
    async stop(drainMs) {
      stopping = true;
      clearInterval(timer);
      await Promise.all(slots.map((slot) => drain(slot, drainMs)));
      // A database that is away lets the leases run out.
      await within(LAST_RELEASE_MS, release());
    },
    kill() {
      stopping = true;
      clearInterval(timer);
      for (const slot of slots) slot.child?.kill('SIGKILL');
    },
  };
}

function emptySlot(network: Network): Slot {
  return { network, child: null, startedAt: 0, isHeard: false, heardAt: 0, failures: 0, notBefore: 0 };
}

/** Resolves when the child is gone. */
function drain({ child, isHeard }: Slot, drainMs: number): Promise<void> {
  if (!child) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => child.kill('SIGKILL'), drainMs);
    child.once('close', () => {
      clearTimeout(deadline);
      resolve();
    });
    // One that has not said a word is still loading and holds nothing.
    if (child.connected && isHeard) child.send('stop' satisfies ToChild, () => {});
    else child.kill('SIGKILL');
  });
}
