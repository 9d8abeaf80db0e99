import type pg from 'pg';
import { openPool, type PoolOptions } from './pool.ts';
import { type Queryable, statement } from './statement.ts';

/** Runs statements. Store functions take it first, so that their callers decide the transaction. */
export interface Db extends Queryable {
  /** Commits when the work resolves and rolls back when it rejects. Within a transaction, the work joins it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A database whose statements belong to one transaction. */
export interface Tx extends Db {
  readonly isTransaction: true;
}

/** The database and the connections behind it. */
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

export function openDatabase(url: string, options: PoolOptions): Database {
  const { pool, close } = openPool(url, options);
  return { pool, db: databaseOn(pool, options.prepared ?? true), close };
}

function databaseOn(pool: pg.Pool, prepared: boolean): Db {
  return {
    async query(given, values) {
      // `pool.query` would end the connection after any error, even after a duplicate key.
      const client = await pool.connect();
      try {
        return await query(client, prepared, given, values);
      } finally {
        client.release();
      }
    },
    transaction: (work) => transact(pool, prepared, work),
  };
}

async function transact<T>(pool: pg.Pool, prepared: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const { tx, end } = transactionOn(client, prepared);
  let isReusable = false;
  try {
    await client.query('begin');
    const result = await work(tx);
    const { command } = await client.query('commit');
    // The server answers so after a failed statement whose error the work has caught.
    if (command === 'ROLLBACK')
      throw new Error('A statement had failed, so the transaction was rolled back.');
    isReusable = true;
    return result;
  } catch (error) {
    // A failed rollback must not hide the first error.
    isReusable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    end();
    client.release(!isReusable);
  }
}

function transactionOn(client: pg.PoolClient, prepared: boolean): { tx: Tx; end(): void } {
  let isOpen = true;
  const tx: Tx = {
    isTransaction: true,
    async query(given, values) {
      // A late statement would run in the transaction of another caller.
      if (!isOpen)
        throw new Error(`The transaction ended before this statement: ${given.name ?? given.text}`);
      return query(client, prepared, given, values);
    },
    transaction: (work) => work(tx),
  };
  return {
    tx,
    end: () => {
      isOpen = false;
    },
  };
}

/** A connection prepares a statement once, under its name. */
async function query<Row>(
  client: pg.PoolClient,
  prepared: boolean,
  { name, text }: Parameters<Queryable['query']>[0],
  values: readonly unknown[],
): Promise<{ rows: Row[]; count: number }> {
  const named = prepared && name !== undefined ? { name, text } : { text };
  const { rows, rowCount } = await client.query({ ...named, values: [...values] });
  return { rows, count: rowCount ?? rows.length };
}

/**
 * Until the transaction ends, its statements are planned with their values, and may sort the contacts of a whole
 * book in memory. For rare statements over a million rows.
 */
export async function planEachTime(tx: Tx): Promise<void> {
  await PLAN_EACH_TIME.run(tx, {});
}

/** Rejects when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await PING.run(db, {});
}

/**
 * SQLSTATEs of a database that is unavailable or becomes unavailable:
 * - 08 connection, 53 resources, 57P shutdown, 58 system
 * - 25006 a standby without writes, 25P03 a transaction that was idle for too long
 * - 40001 and 40P01 a statement that lost to another one, and succeeds when it is repeated
 */
const UNAVAILABLE_STATES = /^(08|53|57P|58|25006|25P03|40001|40P01)/;
const UNAVAILABLE_ERRNO = new Set([
  // The queue of the socket is full.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const UNAVAILABLE_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** True when the statement failed because the database is unavailable, so that a retry can succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // The socket of a server that is not running.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return UNAVAILABLE_ERRNO.has(code) || UNAVAILABLE_STATES.test(code) || UNAVAILABLE_TEXT.test(error.message);
}
