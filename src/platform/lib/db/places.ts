import type pg from 'pg';
import { SECOND } from '../clock.ts';
import { clientsOf } from './clients.ts';

const LOOK_MS = SECOND;
const TIMEOUT_MS = 2 * SECOND;
/** A backend of the same number may serve another connection, and is idle sooner or later. */
const WORKING = `select pid from pg_stat_activity where pid = any($1::int[]) and state <> 'idle'`;

/** Calls see the same error. */
const ignored = () => {};

export interface Places {
  /** Of a connection that was given up. */
  hold(backend: number): void;
  stop(): void;
}

/**
 * A connection that was given up can leave a backend that works on: a commit that waits for a standby notices nothing.
 * It keeps its place in the pool, so that the server never has more backends of this process than the pool allows.
 */
export function holdPlaces(pool: pg.Pool, url: string): Places {
  const Client = clientsOf(url);
  const held = new Set<number>();
  let timer: NodeJS.Timeout | null = null;

  async function look(): Promise<void> {
    const asked = [...held];
    // Without an answer they may work on.
    const working = await findWorking(asked).catch(() => held);
    const ended = asked.filter((backend) => !working.has(backend));
    for (const backend of ended) held.delete(backend);
    pool.options.max += ended.length;
    // Each release wakes a call that waits for a place.
    for (const _ of pool.ending ? [] : ended) pool.connect().then((client) => client.release(), ignored);
    timer = held.size > 0 && !pool.ending ? setTimeout(look, LOOK_MS).unref() : null;
  }

  async function findWorking(backends: readonly number[]): Promise<Set<number>> {
    const client = new Client({
      connectionString: url,
      application_name: 'kurir places',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(WORKING, [backends]);
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    hold(backend) {
      if (held.has(backend)) return;
      held.add(backend);
      pool.options.max -= 1;
      timer ??= setTimeout(look, LOOK_MS).unref();
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
