import pg from 'pg';
import { SECOND } from '../clock.ts';
import { codeOf } from '../error-code.ts';
import { clientsOf } from './clients.ts';
import { holdPlaces } from './places.ts';
import { PLANNER_SETTINGS } from './planner.ts';
import { ORIGIN } from './server.ts';
import { watchSilence } from './silence.ts';

export interface PoolOptions {
  max: number;
  /** As in `pg_stat_activity`. */
  name: string;
  /** False for poolers in transaction mode. */
  prepared?: boolean;
  /** Without an answer, a statement fails as an unavailable database. */
  silenceMs?: number;
  onIdleError?: (error: Error) => void;
  /** Before the first use of each connection. */
  onOrigin?: (origin: string) => Promise<void>;
}

export interface OpenPool {
  pool: pg.Pool;
  /** The first statement of a transaction. A pooler gives it a session without our settings. */
  begin: string;
  close(): Promise<void>;
}

/** Without the right to it, or not supported. */
const UNTOLD: readonly string[] = ['42501', '0A000'];

const INT8 = 20;
const INT8_ARRAY = 1016;

/** Ids and counters stay far below 2^53. */
const numbersForInt8 = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return numbersIn;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

function numbersIn(array: string): (number | null)[] {
  if (array === '{}') return [];
  const items = array.slice(1, -1).split(',');
  return items.map((item) => (item === 'NULL' ? null : Number(item)));
}

/** An attempt from before a restart of the server can be lost, so attempts end soon. */
export const CONNECTION_SETTINGS = {
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const satisfies pg.ClientConfig;

/** A new connection costs more than a kept one. Loops and the jobs of each minute use several at once. */
export const POOL_SETTINGS = { ...CONNECTION_SETTINGS, idleTimeoutMillis: 90 * SECOND } as const;

/** Kept while idle. */
const MIN_CONNECTIONS = 2;

/** The default of `silenceMs`. */
export const SILENCE_MS = 10_000;

export function openPool(url: string, options: PoolOptions): OpenPool {
  const { silenceMs = SILENCE_MS, prepared = true } = options;
  const silence = watchSilence(silenceMs, (backend) => places.hold(backend));
  const pool = new pg.Pool({
    connectionString: url,
    Client: clientsOf(url),
    max: options.max,
    // A new connection costs more than a whole idle second.
    min: Math.min(MIN_CONNECTIONS, options.max),
    application_name: options.name,
    ...POOL_SETTINGS,
    types: numbersForInt8,
    async onConnect(client) {
      silence.watch(client);
      if (prepared) await client.query(`${settings('set', silenceMs)};${noticeClosing(silenceMs)}`);
      const origin = options.onOrigin && (await readOrigin(client));
      if (origin) await options.onOrigin?.(origin);
    },
  });
  const places = holdPlaces(pool, url);
  // An unheard error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // The attached connection must not reach a log.
    Reflect.deleteProperty(error, 'client');
    if (!pool.ending) options.onIdleError?.(error);
  });
  return {
    pool,
    begin: prepared ? 'begin' : `begin;${settings('set local', silenceMs)}`,
    async close() {
      if (!pool.ending) await pool.end();
      silence.stop();
      places.stop();
    },
  };
}

/** Null where a hosted server does not tell it. */
async function readOrigin(client: pg.ClientBase): Promise<string | null> {
  try {
    const { rows } = await client.query<{ origin: string }>(`select ${ORIGIN} as origin`);
    return rows[0]?.origin ?? null;
  } catch (error) {
    if (UNTOLD.includes(codeOf(error))) return null;
    throw error;
  }
}

/** `scope`: `set` or `set local`. */
function settings(scope: string, silenceMs: number): string {
  // A hanging process must not keep its locks.
  const all = { ...PLANNER_SETTINGS, idle_in_transaction_session_timeout: silenceMs / 2 };
  return Object.entries(all)
    .map(([name, value]) => `${scope} ${name} = ${value}`)
    .join(';');
}

/** A statement whose connection is closed ends soon. Servers on Windows cannot notice it. */
function noticeClosing(silenceMs: number): string {
  return `select set_config('client_connection_check_interval', '${silenceMs / 2}', false)
    where version() !~ 'Visual C|mingw'`;
}
