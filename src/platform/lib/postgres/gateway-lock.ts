import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { PostgresProblem } from './problem.ts';
import { isRunning } from './processes.ts';

export interface GatewayLock {
  /** Another gateway took the lock. */
  readonly taken: AbortSignal;
  release(): Promise<void>;
}

/** Arbitrary, but the same in every version. */
const GATEWAY_LOCK = 4_172_004;
const NAME = 'kurir gateway ';
const RETAKE_MS = 100;
const DEAD_HOLDER_MS = 5_000;

/**
 * The connection's name contains our pid. A lost lock is taken again. PostgresProblem names the pid of another gateway.
 */
export async function holdGatewayLock(url: string, log: Log): Promise<GatewayLock> {
  const taken = new AbortController();
  let released = false;
  let retaking: Promise<void> | null = null;
  let client = await take(url);
  watch();

  function watch(): void {
    client.once('end', () => {
      if (!released) retaking = retake();
    });
  }

  async function retake(): Promise<void> {
    log.warn({}, 'gateway_lock.lost');
    while (!released) {
      try {
        client = await take(url);
        watch();
        log.info({}, 'gateway_lock.retaken');
        return;
      } catch (error) {
        if (error instanceof PostgresProblem) {
          log.error({ err: error }, 'gateway_lock.taken');
          return taken.abort(error);
        }
        await delay(RETAKE_MS);
      }
    }
  }

  return {
    taken: taken.signal,
    async release() {
      released = true;
      await retaking;
      await client.end().catch(() => {});
    },
  };
}

async function take(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${NAME}${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const deadline = performance.now() + DEAD_HOLDER_MS;
    while (!(await tryLock(client))) {
      const holder = await findHolder(client);
      if (performance.now() > deadline || (holder && (await isRunning(holder)))) {
        throw new PostgresProblem(`Another Kurir gateway is running (process ${holder ?? 'unknown'})`);
      }
      await delay(RETAKE_MS);
    }
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    GATEWAY_LOCK,
  ]);
  return rows[0]?.locked === true;
}

async function findHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [GATEWAY_LOCK],
  );
  const name = rows[0]?.name ?? '';
  return name.startsWith(NAME) ? Number(name.slice(NAME.length)) : null;
}
