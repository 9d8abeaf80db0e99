import pg from 'pg';
import { PLANNER_SETTINGS } from './planner.ts';
import { watchSilence } from './silence.ts';

export interface PoolOptions {
  /** The maximum number of connections. */
  max: number;
  /** The name of the connections in `pg_stat_activity`. */
  name: string;
  /** Without it no statement and no setting belongs to a connection, as poolers in transaction mode need. */
  prepared?: boolean;
  /** After this time without an answer, a statement fails with an error of an unavailable database. */
  silenceMs?: number;
  onIdleError?: (error: Error) => void;
}

const INT8 = 20;
const INT8_ARRAY = 1016;

/** Ids and counters stay far below 2^53, so bigint columns read as numbers. */
const numbersForInt8 = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return numbersIn;
    return pg.types.getTypeParser(oid, format as 'text'); // pg declares one overload per format
  },
} as pg.CustomTypesConfig; // the formats share one implementation

function numbersIn(array: string): (number | null)[] {
  if (array === '{}') return [];
  const items = array.slice(1, -1).split(',');
  return items.map((item) => (item === 'NULL' ? null : Number(item)));
}

/** Settings of every connection. An attempt from before a restart of the server can be lost, so attempts end soon. */
export const CONNECTION_SETTINGS = {
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const satisfies pg.ClientConfig;

/** The default of `silenceMs`. */
export const SILENCE_MS = 10_000;

/** Connects lazily. A lost idle connection is replaced at the next query. */
export function openPool(url: string, options: PoolOptions): { pool: pg.Pool; close(): Promise<void> } {
  const { silenceMs = SILENCE_MS, prepared = true } = options;
  const silence = watchSilence(silenceMs);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.name,
    ...CONNECTION_SETTINGS,
    types: numbersForInt8,
    async onConnect(client) {
      silence.watch(client);
      if (prepared) await client.query(sessionSettings(silenceMs));
    },
  });
  // The pool does not listen to a client in use, and an unheard error ends the process. The query reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // The pool attaches the connection, which must not reach a log.
    Reflect.deleteProperty(error, 'client');
    // Closing does not wait for the goodbye of the server, which may be stopping too.
    if (!pool.ending) options.onIdleError?.(error);
  });
  return {
    pool,
    async close() {
      if (!pool.ending) await pool.end();
      silence.stop();
    },
  };
}

function sessionSettings(silenceMs: number): string {
  // A process that hangs or is cut off within a transaction must not keep its locks.
  const settings = { ...PLANNER_SETTINGS, idle_in_transaction_session_timeout: silenceMs / 2 };
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join(';');
}
