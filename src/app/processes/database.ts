import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { Log } from '../../platform/lib/log.ts';
import { type CheckOptions, checkServer } from '../../platform/lib/postgres/check-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import { holdGatewayLock } from '../../platform/lib/postgres/gateway-lock.ts';
import { PostgresProblem } from '../../platform/lib/postgres/problem.ts';
import { SMALL_SERVER } from '../../platform/lib/postgres/settings.ts';
import { type HeldIdentity, holdInstallation } from './identity/identity.ts';
import type { SchemaRights } from './schema.ts';

export interface GatewayDatabase {
  url: string;
  /** Without a pooler. */
  directUrl: string;
  rights?: SchemaRights;
  embedded: boolean;
  /** Another gateway has taken the database. */
  lost: AbortSignal;
  /** Null with DATABASE_URL, where leases suffice. */
  identity: HeldIdentity | null;
  stop(): Promise<void>;
  kill(): void;
}

/**
 * The server of DATABASE_URL, or the embedded one. `allowed` is called once nothing refuses this gateway, before that
 * server starts. Throws PostgresProblem; CommandError for a copy.
 */
export async function openGatewayDatabase(
  config: Config,
  log: Log,
  signal: AbortSignal,
  allowed: () => Promise<void>,
): Promise<GatewayDatabase> {
  const { DATABASE_URL: url, KURIR_DATA_DIR: dataDir } = config;
  if (url) {
    const urls = await checkDatabase(config, {
      signal,
      waitMs: config.KURIR_DATABASE_WAIT_SECONDS * SECOND,
      onWait: (problem) => log.warn({ problem }, 'database.waited_for'),
    });
    await allowed();
    const lost = new AbortController().signal;
    return { ...urls, embedded: false, lost, identity: null, stop: async () => {}, kill: () => {} };
  }
  // The compiler misses assignments in callbacks.
  const held: { identity: HeldIdentity | null } = { identity: null };
  const beforeOpen = async () => {
    held.identity = await holdInstallation(config, log);
    await allowed();
  };
  const settings = config.KURIR_SMALL === 'on' ? SMALL_SERVER : {};
  const postgres = await startEmbeddedPostgres({ dataDir, log, signal, beforeOpen, settings });
  const { identity } = held;
  try {
    const lock = await holdGatewayLock(postgres.url, log);
    return {
      url: postgres.url,
      directUrl: postgres.url,
      embedded: true,
      lost: lock.taken,
      identity,
      async stop() {
        await lock.release();
        identity?.release();
        await postgres.stop();
      },
      kill: () => endQuickly(postgres),
    };
  } catch (error) {
    identity?.release();
    await postgres.letGo();
    throw error;
  }
}

/**
 * Both URLs of a config with DATABASE_URL, the server that takes writes first. Throws PostgresProblem, also for a
 * pooler in transaction mode that the settings do not know.
 */
export async function checkDatabase(
  config: Config,
  options: Omit<CheckOptions, 'setting'> = {},
): Promise<Pick<GatewayDatabase, 'url' | 'directUrl' | 'rights'>> {
  const { DATABASE_URL: url = '', KURIR_DATABASE_DIRECT_URL: directUrl } = config;
  const server = await checkServer(url, options);
  if (server.isPooled && config.KURIR_DATABASE_PREPARED === 'on') {
    throw new PostgresProblem(
      'DATABASE_URL: it leads to a pooler in transaction mode, such as PgBouncer, where prepared statements ' +
        'fail. Set KURIR_DATABASE_PREPARED=off, and KURIR_DATABASE_DIRECT_URL to the address of PostgreSQL itself',
    );
  }
  const rights = await checkRights(config, server.cannotMigrate, options);
  if (!directUrl) return { url: server.url, directUrl: server.url, rights };
  const direct = await checkServer(directUrl, { ...options, setting: 'KURIR_DATABASE_DIRECT_URL' });
  if (direct.isPooled) {
    throw new PostgresProblem(
      'KURIR_DATABASE_DIRECT_URL: it leads to a pooler in transaction mode, such as PgBouncer, where LISTEN fails. ' +
        'Give the address of PostgreSQL itself',
    );
  }
  return { url: server.url, directUrl: direct.url, rights };
}

async function checkRights(
  { KURIR_DATABASE_OWNER_URL: url }: Config,
  cannotMigrate: string | null,
  options: Omit<CheckOptions, 'setting'>,
): Promise<SchemaRights> {
  if (!url) return { cannotMigrate };
  const owner = await checkServer(url, { ...options, setting: 'KURIR_DATABASE_OWNER_URL' });
  return { ownerUrl: owner.url, cannotMigrate: owner.cannotMigrate };
}

function endQuickly({ pid }: EmbeddedPostgres): void {
  if (pid !== null) process.kill(pid, 'SIGINT');
}
