import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { prepareBinaries } from './binaries.ts';
import {
  ensureCluster,
  type Places,
  placesIn,
  prepareDataDir,
  readPassword,
  readSystemIdentifier,
} from './cluster.ts';
import { assertOurServer, embeddedUrl } from './connect.ts';
import { findPrefix } from './fake-root.ts';
import {
  FolderInUse,
  type FolderLock,
  findOwner,
  lockFolder,
  type Owner,
  type OwnerKind,
} from './folder-lock.ts';
import { giveAway } from './give-away.ts';
import { judgeOwner, readPidFile } from './pid-file.ts';
import { PostgresProblem } from './problem.ts';
import {
  ensureRole,
  findServer,
  runsAsPlanned,
  type Server,
  type ServerPlan,
  startServer,
  stopServer,
} from './server.ts';
import { chooseServerUser, ownerOf } from './server-user.ts';
import { SERVER_SETTINGS } from './settings.ts';
import { socketFolder } from './socket.ts';
import { type Supervision, supervise } from './supervise.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly pid: number | null;
  /** The server was left by a killed gateway. */
  readonly tookOver: boolean;
  /** Up to about 5 s. Repeatable. */
  stop(): Promise<void>;
  /** Unlocks the folder; the server keeps running. */
  letGo(): Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  log: Log;
  /** Replace SERVER_SETTINGS; tests switch fsync off. */
  settings?: Record<string, string>;
  superuser?: boolean;
  kind?: OwnerKind;
  waitMs?: number;
  signal?: AbortSignal;
  /** Runs with the lock of the folder, before anything starts. */
  beforeOpen?: () => Promise<void>;
}

const WAIT_MS = 10_000;
const POLL_MS = 25;

/** Or takes over the server of a killed gateway. Throws PostgresProblem, or FolderInUse. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const places = placesIn(options.dataDir);
  await prepareDataDir(places);
  const lock = await lockFolder(places.lockFile, {
    folder: places.dataDir,
    kind: options.kind ?? 'gateway',
    waitMs: options.waitMs ?? WAIT_MS,
  });
  try {
    await options.beforeOpen?.();
    const { plan, server, url, tookOver } = await open(places, options);
    options.log.info({ pid: server.pid, tookOver }, 'postgres.ready');
    return handleOf(supervise(plan, server), lock, url, tookOver);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Uses the server of a gateway; otherwise starts one, which `release` stops. Waits at most 10 s for another command.
 */
export async function borrowEmbeddedPostgres(
  options: Pick<StartOptions, 'dataDir' | 'log' | 'settings' | 'signal' | 'beforeOpen'>,
): Promise<{ url: string; started: boolean; release(): Promise<void> }> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const running = await findRunningPostgres(options.dataDir);
    if (running) return { url: running, started: false, release: async () => {} };
    try {
      const waitMs = Math.max(0, deadline - performance.now());
      const postgres = await startEmbeddedPostgres({ ...options, kind: 'command', waitMs });
      const release = postgres.tookOver ? postgres.letGo : postgres.stop;
      return { url: postgres.url, started: !postgres.tookOver, release };
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() >= deadline) throw error;
      await delay(POLL_MS);
    }
  }
}

/** Null when no server accepts connections; a command's server does not count. Throws PostgresProblem. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const places = placesIn(dataDir);
  const [systemIdentifier, password] = await Promise.all([
    readSystemIdentifier(places),
    readPassword(places),
  ]);
  if (!systemIdentifier || !password) return null;
  const file = await readPidFile(places.cluster);
  if (file?.status !== 'ready') return null;
  if ((await judgeOwner(places.cluster, systemIdentifier, file.pid)) !== 'ours') return null;
  if ((await findOwner(places.lockFile))?.kind === 'command') return null;
  const url = embeddedUrl(socketFolder(places.cluster), password);
  await assertOurServer(url, systemIdentifier);
  return url;
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await readSystemIdentifier(placesIn(dataDir))) !== null;
}

/** Null without a server of this data folder. */
export async function findServerPid(dataDir: string): Promise<number | null> {
  const places = placesIn(dataDir);
  const systemIdentifier = await readSystemIdentifier(places);
  const file = systemIdentifier ? await readPidFile(places.cluster) : null;
  if (!systemIdentifier || !file) return null;
  return (await judgeOwner(places.cluster, systemIdentifier, file.pid)) === 'ours' ? file.pid : null;
}

export async function findFolderOwner(dataDir: string): Promise<Owner | null> {
  const places = placesIn(dataDir);
  return (await readSystemIdentifier(places)) ? findOwner(places.lockFile) : null;
}

/** Keeps gateways and commands out. Throws FolderInUse. */
export async function whileLocked<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  const places = placesIn(dataDir);
  const lock = await lockFolder(places.lockFile, {
    folder: places.dataDir,
    kind: 'command',
    waitMs: WAIT_MS,
  });
  try {
    return await act();
  } finally {
    lock.release();
  }
}

/** False without a server. Throws FolderInUse while a gateway runs. */
export async function stopEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const places = placesIn(dataDir);
  const systemIdentifier = await readSystemIdentifier(places);
  if (!systemIdentifier) return false;
  return whileLocked(dataDir, async () => {
    const file = await readPidFile(places.cluster);
    if (!file || (await judgeOwner(places.cluster, systemIdentifier, file.pid)) !== 'ours') return false;
    await stopServer(file.pid);
    return true;
  });
}

interface Opened {
  plan: ServerPlan;
  server: Server;
  url: string;
  tookOver: boolean;
}

async function open(places: Places, options: StartOptions): Promise<Opened> {
  const { superuser, signal } = options;
  const prefix = await findPrefix();
  const user = prefix.length > 0 ? null : await chooseServerUser(places.cluster, options.log);
  const bin = await prepareBinaries({ asRoot: user !== null, fallbackFolder: places.dataDir });
  await ensureCluster(places, bin, user, { superuser, prefix });
  const [systemIdentifier, password] = await Promise.all([
    readSystemIdentifier(places),
    readPassword(places),
  ]);
  if (!systemIdentifier || !password)
    throw new PostgresProblem(`${places.cluster} is no PostgreSQL data folder`);
  const settings = { ...SERVER_SETTINGS, ...options.settings };
  const plan: ServerPlan = { places, bin, user, prefix, systemIdentifier, settings, log: options.log };
  const url = embeddedUrl(socketFolder(places.cluster), password);

  const running = await takeOver(plan, url, signal);
  if (running) return { plan, server: running, url, tookOver: true };
  await handOver(plan);
  await ensureRole(plan, { password, superuser });
  const server = await startServer(plan, signal);
  try {
    await assertOurServer(url, systemIdentifier);
  } catch (error) {
    await stopServer(server.pid);
    throw error;
  }
  return { plan, server, url, tookOver: false };
}

async function takeOver(plan: ServerPlan, url: string, signal?: AbortSignal): Promise<Server | null> {
  const found = await findServer(plan, signal);
  if (!found) return null;
  try {
    if (await runsAsPlanned(found, plan)) {
      await assertOurServer(url, plan.systemIdentifier);
      return found;
    }
    plan.log.info({ pid: found.pid }, 'postgres.outdated');
  } catch (error) {
    plan.log.warn({ pid: found.pid, err: error }, 'postgres.unusable');
  }
  await stopServer(found.pid);
  return null;
}

/** A cluster of another user, or one that root has copied. No server may run. */
async function handOver({ places, user, log }: ServerPlan): Promise<void> {
  const owner = await ownerOf(places.cluster);
  if (!user || owner?.uid === user.uid) return;
  await giveAway(places.cluster, user);
  log.info({ from: owner?.uid, to: user.uid }, 'postgres.handed_over');
}

function handleOf(
  supervision: Supervision,
  lock: FolderLock,
  url: string,
  tookOver: boolean,
): EmbeddedPostgres {
  let ending: Promise<void> | null = null;
  const endWith = (how: () => Promise<void>) => {
    ending ??= how().finally(() => lock.release());
    return ending;
  };
  return {
    url,
    tookOver,
    get pid() {
      return supervision.pid();
    },
    stop: () => endWith(supervision.stop),
    letGo: () => endWith(supervision.end),
  };
}
