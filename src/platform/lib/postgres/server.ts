import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DISK_FULL, NO_SPACE } from '../db/unavailable.ts';
import { ALMOST_FULL_MIB, isDiskAlmostFull } from '../disk-space.ts';
import { reasonOf } from '../error-code.ts';
import type { Log } from '../log.ts';
import { openLogFile } from '../log-file.ts';
import type { Places } from './cluster.ts';
import type { Prefix } from './fake-root.ts';
import { clusterName, judgeOwner, readPidFile, removePidFiles } from './pid-file.ts';
import { PostgresProblem } from './problem.ts';
import { commandOf, eventually, findByTitle, isRunning, signal } from './processes.ts';
import { changeOver, hasRole, type RoleOptions } from './role.ts';
import { clusterArgument, SERVER_ENV } from './run-program.ts';
import { runsAs } from './server-user.ts';
import { isWorkingFolderOf } from './serving.ts';
import { PORT } from './socket.ts';
import type { ServerUser } from './system-user.ts';

export interface ServerPlan {
  places: Places;
  bin: string;
  user: ServerUser | null;
  prefix?: Prefix;
  systemIdentifier: string;
  settings: Record<string, string>;
  log: Log;
}

/** Detached: survives this process. */
export interface Server {
  pid: number;
  /** Null: not our child, so its end is polled. */
  child: ChildProcess | null;
}

const POLL_MS = 5;
const EXIT_POLL_MS = 200;
const FAST_STOP_MS = 3_000;
const IMMEDIATE_STOP_MS = 2_000;
const ORPHAN_GRACE_MS = 500;
const ORPHAN_WAIT_MS = 15_000;

/** Waits for connections, and removes files of a dead server. Throws PostgresProblem for another program's server. */
export async function findServer(
  plan: Pick<ServerPlan, 'places' | 'systemIdentifier'>,
  aborted?: AbortSignal,
): Promise<Server | null> {
  const { cluster } = plan.places;
  for (;;) {
    const file = await readPidFile(cluster);
    if (!file) return null;
    const owner = await judgeOwner(cluster, plan.systemIdentifier, file.pid);
    if (owner === 'foreign') {
      throw new PostgresProblem(
        `A PostgreSQL that Kurir did not start (process ${file.pid}) uses ${cluster}: stop it first`,
      );
    }
    if (owner === 'gone') return null;
    if (file.status === 'ready') return { pid: file.pid, child: null };
    await delay(POLL_MS, undefined, { signal: aborted });
  }
}

export async function runsAsPlanned(server: Server, plan: ServerPlan): Promise<boolean> {
  const running = await commandOf(server.pid);
  return running?.join('\0') === commandFor(plan).join('\0') && (await runsAs(server.pid, plan.user));
}

/** Waits, also through a long recovery. Throws PostgresProblem with the reason. */
export async function startServer(plan: ServerPlan, aborted?: AbortSignal): Promise<Server> {
  return whenFree(plan, aborted, () => launch(plan, aborted));
}

/** For clusters of older versions. No server may run. */
export async function ensureRole(plan: ServerPlan, options: RoleOptions): Promise<void> {
  const { bin, user, prefix = [] } = plan;
  const place = { bin, cluster: plan.places.cluster, user, prefix };
  if (await hasRole(place.cluster)) return;
  await whenFree(plan, undefined, async () => {
    const failed = await changeOver(place, options);
    return failed === null ? { done: null } : { failed };
  });
  plan.log.info({}, 'postgres.role_changed');
}

type Attempt<T> = { done: T } | { failed: string };

/** Processes of a killed server may hold the cluster. */
async function whenFree<T>(
  plan: ServerPlan,
  aborted: AbortSignal | undefined,
  attempt: () => Promise<Attempt<T>>,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    aborted?.throwIfAborted();
    await removePidFiles(plan.places.cluster);
    const outcome = await attempt();
    if ('done' in outcome) return outcome.done;
    const sinceMs = performance.now() - startedAt;
    const retry = await judgeFailure(plan, outcome.failed, sinceMs);
    if (!retry || sinceMs > ORPHAN_WAIT_MS) throw await describeFailure(plan, outcome.failed);
    await delay(POLL_MS * 10);
  }
}

/** Fast; after 3 s immediate, with recovery; then SIGKILL. */
export async function stopServer(pid: number): Promise<void> {
  const gone = async () => !(await isRunning(pid));
  signal(pid, 'SIGINT');
  if (await eventually(gone, FAST_STOP_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await eventually(gone, IMMEDIATE_STOP_MS)) return;
  signal(pid, 'SIGKILL');
  await eventually(gone, IMMEDIATE_STOP_MS);
}

/** Never rejects. `stopped` ends the wait. */
export async function whenExited({ pid, child }: Server, stopped: AbortSignal): Promise<void> {
  if (child) {
    await new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null || stopped.aborted) return resolve();
      child.once('exit', () => resolve());
      stopped.addEventListener('abort', () => resolve(), { once: true });
    });
    return;
  }
  while (!stopped.aborted && (await isRunning(pid))) {
    await delay(EXIT_POLL_MS, undefined, { ref: false, signal: stopped }).catch(() => {});
  }
}

function commandFor(plan: ServerPlan): string[] {
  const settings = { cluster_name: clusterName(plan.systemIdentifier), ...plan.settings };
  return [
    path.join(plan.bin, 'postgres'),
    '-D',
    clusterArgument(plan.places.cluster),
    '-p',
    String(PORT),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function launch(plan: ServerPlan, aborted?: AbortSignal): Promise<Attempt<Server>> {
  const { cluster, logFile } = plan.places;
  const output = openLogFile(logFile);
  try {
    const { size } = fstatSync(output);
    const [program = '', ...args] = [...(plan.prefix ?? []), ...commandFor(plan)];
    const child = spawn(program, args, {
      cwd: cluster,
      detached: true,
      stdio: ['ignore', output, output],
      env: SERVER_ENV,
      ...plan.user,
    });
    let spawnError = '';
    child.once('error', (error) => {
      spawnError = reasonOf(error);
    });
    child.unref();
    if (await untilReady(cluster, child, aborted)) return { done: { pid: child.pid ?? 0, child } };
    if (aborted?.aborted && child.pid) await stopServer(child.pid);
    aborted?.throwIfAborted();
    const written = Buffer.alloc(fstatSync(output).size - size);
    readSync(output, written, 0, written.length, size);
    return { failed: `${spawnError}\n${written}`.trim() };
  } finally {
    closeSync(output);
  }
}

/** False when aborted or when the process has ended. */
async function untilReady(cluster: string, child: ChildProcess, aborted?: AbortSignal): Promise<boolean> {
  while (!aborted?.aborted && child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(cluster);
    if (file && file.pid === child.pid && file.status === 'ready') return true;
    await delay(POLL_MS);
  }
  return false;
}

/** True: retry. Processes of a killed server are killed after a wait. */
async function judgeFailure(plan: ServerPlan, output: string, sinceMs: number): Promise<boolean> {
  if (/Address already in use/.test(output)) return true;
  if (!/pre-existing shared memory block|lock file .* already exists/.test(output)) return false;
  if (sinceMs > ORPHAN_GRACE_MS) {
    const orphans = await findOrphans(plan);
    plan.log.warn({ orphans }, 'postgres.orphans_ended');
    for (const pid of orphans) signal(pid, 'SIGQUIT');
  }
  return true;
}

/** Copies have the same title in another folder. */
async function findOrphans({ places, systemIdentifier }: ServerPlan): Promise<number[]> {
  const pids = await findByTitle(`postgres: ${clusterName(systemIdentifier)}: `);
  const areOurs = await Promise.all(pids.map((pid) => isWorkingFolderOf(pid, places.cluster)));
  return pids.filter((_, index) => areOurs[index]);
}

async function describeFailure({ places }: ServerPlan, output: string): Promise<PostgresProblem> {
  if (NO_SPACE.test(output) || (await isDiskAlmostFull(places.cluster))) return diskFull(places);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling =
    lines.findLast((line) => /(FATAL|PANIC|ERROR): /.test(line)) ?? lines.at(-1) ?? 'it ended at once';
  const reason = telling.replace(/^.*?(FATAL|PANIC|ERROR): +/, '');
  return new PostgresProblem(`PostgreSQL does not start: ${reason} (see ${places.logFile})`);
}

function diskFull({ cluster }: Places): PostgresProblem {
  const text = `PostgreSQL does not start: the disk of ${cluster} is full. Free at least ${ALMOST_FULL_MIB} MiB`;
  return Object.assign(new PostgresProblem(text), { code: DISK_FULL });
}
