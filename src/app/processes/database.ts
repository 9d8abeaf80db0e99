import type { Config } from '../../config.ts';
import type { Log } from '../../platform/lib/log.ts';
import { checkServer } from '../../platform/lib/postgres/check-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import { holdGatewayLock } from '../../platform/lib/postgres/gateway-lock.ts';
import { type HeldIdentity, holdInstallation } from './identity/identity.ts';

export interface GatewayDatabase {
  url: string;
  /** Without a pooler. */
  directUrl: string;
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
  const { DATABASE_URL: url, KURIR_DATABASE_DIRECT_URL: directUrl = url, KURIR_DATA_DIR: dataDir } = config;
  if (url && directUrl) {
    await checkServer(url);
    await allowed();
    const lost = new AbortController().signal;
    return { url, directUrl, embedded: false, lost, identity: null, stop: async () => {}, kill: () => {} };
  }
  // The compiler misses assignments in callbacks.
  const held: { identity: HeldIdentity | null } = { identity: null };
  const beforeOpen = async () => {
    held.identity = await holdInstallation(config, log);
    await allowed();
  };
  const postgres = await startEmbeddedPostgres({ dataDir, log, signal, beforeOpen });
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

function endQuickly({ pid }: EmbeddedPostgres): void {
  if (pid !== null) process.kill(pid, 'SIGINT');
}
