import type pg from 'pg';
import { arrayText } from './array-text.ts';
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
const LITTLE_MEMORY = statement('db.little_memory', `select set_config('work_mem', '64kB', true)`);
/** PostgreSQL keeps the rows in a temporary file, because they need more memory. */
const WRITE_TEMPORARILY = statement('db.write_temporarily', 'select count(*) from generate_series(1, 40000)');

export function openDatabase(url: string, options: PoolOptions): Database {
  const { pool, close } = openPool(url, options);
  return { pool, db: databaseOn(pool, options.prepared ?? true), close };
}

/** For a pool that another piece has opened. */
export function databaseOn(pool: pg.Pool, prepared: boolean): Db {
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
  const { rows, rowCount } = await client.query({ ...named, values: values.map(written) });
  return { rows, count: rowCount ?? rows.length };
}

function written(value: unknown): unknown {
  return Array.isArray(value) ? (arrayText(value) ?? value) : value;
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

/** Rejects with the SQLSTATE DISK_FULL unless the database can write about 1 MiB. Writes no row, and needs no right. */
export async function proveDiskSpace(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await LITTLE_MEMORY.run(tx, {});
    await WRITE_TEMPORARILY.run(tx, {});
  });
}
