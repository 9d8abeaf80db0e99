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
import {
  FolderInUse,
  type FolderLock,
  findOwner,
  lockFolder,
  type Owner,
  type OwnerKind,
} from './folder-lock.ts';
import { judgeOwner, readPidFile } from './pid-file.ts';
import { PostgresProblem } from './problem.ts';
import {
  findServer,
  runsAsPlanned,
  type Server,
  type ServerPlan,
  startServer,
  stopServer,
} from './server.ts';
import { chooseServerUser } from './server-user.ts';
import { SERVER_SETTINGS } from './settings.ts';
import { type Supervision, supervise } from './supervise.ts';

/** The PostgreSQL of a data folder, kept running by us. */
export interface EmbeddedPostgres {
  /** Stays the same across restarts of the server, as long as this process lives. */
  readonly url: string;
  /** The server's process, null while it is being restarted. */
  readonly pid: number | null;
  /** It ran already, left by a gateway that was killed. */
  readonly tookOver: boolean;
  /** Stops the server (at most about 5 s) and gives the folder free. May be called twice. */
  stop(): Promise<void>;
  /** Gives the folder free and leaves the server running. */
  letGo(): Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  log: Log;
  /** On top of SERVER_SETTINGS; tests switch fsync off. */
  settings?: Record<string, string>;
  /** A gateway keeps the folder for its whole life; others wait for a command, not for a gateway. */
  kind?: OwnerKind;
  /** How long to wait for a command that has the folder. */
  waitMs?: number;
  /** Gives up a start that takes long because the server recovers. */
  signal?: AbortSignal;
}

const WAIT_MS = 10_000;
const POLL_MS = 25;

/**
 * Starts the PostgreSQL of the data folder, or takes over the one that a killed gateway left running.
 * Keeps it running. Makes the folder and the cluster the first time.
 * Throws PostgresProblem, and FolderInUse when another gateway has the folder.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const places = placesIn(options.dataDir);
  await prepareDataDir(places);
  const lock = await lockFolder(places.lockFile, {
    folder: places.dataDir,
    kind: options.kind ?? 'gateway',
    waitMs: options.waitMs ?? WAIT_MS,
  });
  try {
    const { plan, server, password, tookOver } = await open(places, options);
    options.log.info({ pid: server.pid, port: server.port, tookOver }, 'postgres.ready');
    return handleOf(supervise(plan, server), lock, embeddedUrl(server.port, password), tookOver);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The database for one command: the server of a gateway, also of a killed one, else a server started for the
 * command. `release` stops only a server that was started. Waits at most 10 s for another command, or for a
 * gateway that is just starting.
 */
export async function borrowEmbeddedPostgres(
  options: Pick<StartOptions, 'dataDir' | 'log' | 'settings'>,
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
      // A gateway has the folder and its server is not up yet.
      if (!(error instanceof FolderInUse) || performance.now() >= deadline) throw error;
      await delay(POLL_MS);
    }
  }
}

/**
 * The address of the server that runs on the folder, null when none accepts connections. The server of a
 * command does not count, because it ends with the command. Throws PostgresProblem when the folder is not
 * readable.
 */
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
  await assertOurServer(file.port, password, systemIdentifier);
  return embeddedUrl(file.port, password);
}

/** The process that has the folder, null without one. */
export async function findFolderOwner(dataDir: string): Promise<Owner | null> {
  const places = placesIn(dataDir);
  return (await readSystemIdentifier(places)) ? findOwner(places.lockFile) : null;
}

/**
 * Ends the server that a killed gateway left behind. False when none ran.
 * Throws FolderInUse while a gateway lives: the user stops that first.
 */
export async function stopEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const places = placesIn(dataDir);
  const systemIdentifier = await readSystemIdentifier(places);
  if (!systemIdentifier) return false;
  const lock = await lockFolder(places.lockFile, {
    folder: places.dataDir,
    kind: 'command',
    waitMs: WAIT_MS,
  });
  try {
    const file = await readPidFile(places.cluster);
    if (!file || (await judgeOwner(places.cluster, systemIdentifier, file.pid)) !== 'ours') return false;
    await stopServer(file.pid);
    return true;
  } finally {
    lock.release();
  }
}

interface Opened {
  plan: ServerPlan;
  server: Server;
  password: string;
  tookOver: boolean;
}

async function open(places: Places, options: StartOptions): Promise<Opened> {
  const user = await chooseServerUser(places.cluster);
  const bin = await prepareBinaries({ asRoot: user !== null, fallbackFolder: places.dataDir });
  await ensureCluster(places, bin, user);
  const [systemIdentifier, password] = await Promise.all([
    readSystemIdentifier(places),
    readPassword(places),
  ]);
  if (!systemIdentifier || !password)
    throw new PostgresProblem(`${places.cluster} is no PostgreSQL data folder`);
  const settings = { ...SERVER_SETTINGS, ...options.settings };
  const plan: ServerPlan = { places, bin, user, systemIdentifier, settings, log: options.log };

  const running = await takeOver(plan, password, options.signal);
  if (running) return { plan, server: running, password, tookOver: true };
  const server = await startServer(plan, options.signal ? { aborted: options.signal } : {});
  try {
    await assertOurServer(server.port, password, systemIdentifier);
  } catch (error) {
    await stopServer(server.pid);
    throw error;
  }
  return { plan, server, password, tookOver: false };
}

/** The running server when it is what we would start; any other on this cluster is stopped. */
async function takeOver(plan: ServerPlan, password: string, signal?: AbortSignal): Promise<Server | null> {
  const found = await findServer(plan, signal);
  if (!found) return null;
  try {
    if (await runsAsPlanned(found, plan)) {
      await assertOurServer(found.port, password, plan.systemIdentifier);
      return found;
    }
    plan.log.info({ pid: found.pid }, 'postgres.outdated');
  } catch (error) {
    plan.log.warn({ pid: found.pid, err: error }, 'postgres.unusable');
  }
  await stopServer(found.pid);
  return null;
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
