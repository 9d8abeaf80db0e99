import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PLANNER_SETTINGS } from './planner.ts';
import { preparingClient } from './preparing-client.ts';
import { watchSilence } from './silence.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Typed queries. Store functions take it first, so that their callers decide the transaction. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The pool for statements that are hot enough to be written and prepared by hand, and the typed queries on the same pool. */
export interface Database {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

const PLAN_EACH_TIME = statement(
  'db.plan_each_time',
  `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true),
     set_config('work_mem', '64MB', true)`,
);
const PING = statement('db.ping', 'select 1');

const INT8 = 20;

/** Our ids and counters stay far below 2^53, so bigint columns read as numbers. */
const numbersForInt8 = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** How every connection is made. An attempt without an answer ends soon: one begun before the server came back may be lost. */
export const LINE = {
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const satisfies pg.ClientConfig;
/** For whoever has no settings at hand. */
export const SILENCE_MS = 10_000;

/**
 * Connects lazily; `max` is the number of connections. A lost idle connection is replaced at the next query; a
 * statement without an answer for `silenceMs` (10 s) fails as one of a database that is away. Without `prepared`
 * nothing belongs to a connection, no statement and no setting, as poolers in transaction mode need it.
 */
export function openDatabase(
  url: string,
  options: {
    max: number;
    name: string;
    prepared?: boolean;
    silenceMs?: number;
    onIdleError?: (error: Error) => void;
  },
): Database {
  const { silenceMs = SILENCE_MS, prepared = true } = options;
  const silence = watchSilence(silenceMs);
  const pool = new pg.Pool({
    connectionString: url,
    ...(prepared && { Client: preparingClient() }),
    max: options.max,
    application_name: options.name,
    ...LINE,
    types: numbersForInt8,
    async onConnect(client) {
      silence.watch(client);
      if (!prepared) return;
      // The server's side of the same: a process that hangs or is cut off within a transaction must not keep its locks.
      const settings = { ...PLANNER_SETTINGS, idle_in_transaction_session_timeout: silenceMs / 2 };
      await client.query(
        Object.entries(settings)
          .map(([name, value]) => `set ${name} = ${value}`)
          .join(';'),
      );
    },
  });
  // While a client is checked out the pool does not listen to it, and an error that nobody hears ends the process. Whoever uses the
  // client learns of it from the query.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // The pool hangs the whole connection on it: nothing for a log.
    Reflect.deleteProperty(error, 'client');
    // Closing does not wait for the server's goodbye, which may be that of a server that is itself being stopped.
    if (!pool.ending) options.onIdleError?.(error);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    async close() {
      await db.destroy();
      // Typed queries that were never used leave the pool to us; its idle connections would hold the process for seconds.
      if (!pool.ending) await pool.end();
      silence.stop();
    },
  };
}

/**
 * Until the transaction ends, its statements are planned with their values, and may sort the contacts of a whole book
 * within memory: for rare statements over a million rows.
 */
export async function planEachTime(tx: Tx): Promise<void> {
  await PLAN_EACH_TIME.run(tx, {});
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await PING.run(db, {});
}

/**
 * SQLSTATEs of a database that is away or going away: 08 connection, 53 resources, 57P shutdown, 58 system, 25006 a standby that does
 * not write yet, 25P03 a transaction that was left alone for too long; and 40001 and 40P01, a statement that lost to another one and
 * works when it is repeated.
 */
const AWAY_STATES = /^(08|53|57P|58|25006|25P03|40001|40P01)/;
const AWAY_ERRNO = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** True when the statement failed because the database is not there, and may work when it is back. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return AWAY_ERRNO.has(code) || AWAY_STATES.test(code) || AWAY_TEXT.test(error.message);
}
