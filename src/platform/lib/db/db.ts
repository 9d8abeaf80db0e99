import type pg from 'pg';
import { arrayText } from './array-text.ts';
import { openPool, type PoolOptions } from './pool.ts';
import { type Queryable, statement } from './statement.ts';

/** Store functions take it first: callers decide the transaction. */
export interface Db extends Queryable {
  /** Commits when the work resolves, else rolls back. An outer transaction is joined. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Tx extends Db {
  readonly isTransaction: true;
}

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
/** Too large for memory: a temporary file. */
const WRITE_TEMPORARILY = statement('db.write_temporarily', 'select count(*) from generate_series(1, 40000)');

export function openDatabase(url: string, options: PoolOptions): Database {
  const { pool, begin, close } = openPool(url, options);
  return { pool, db: databaseOn(pool, options.prepared ?? true, begin), close };
}

export function databaseOn(pool: pg.Pool, prepared: boolean, begin = 'begin'): Db {
  return {
    async query(given, values) {
      // `pool.query` would end the connection after any error.
      const client = await pool.connect();
      try {
        return await query(client, prepared, given, values);
      } finally {
        client.release();
      }
    },
    transaction: (work) => transact(pool, { prepared, begin }, work),
  };
}

async function transact<T>(
  pool: pg.Pool,
  { prepared, begin }: { prepared: boolean; begin: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const { tx, end } = transactionOn(client, prepared);
  let isReusable = false;
  try {
    await client.query(begin);
    const result = await work(tx);
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK')
      throw new Error('A statement had failed, so the transaction was rolled back.');
    isReusable = true;
    return result;
  } catch (error) {
    // Keeps the first error.
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
      // A late statement would run in another transaction.
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
 * Until the transaction ends, statements are planned with their values, and have more memory for sorts. For rare
 * statements over a million rows.
 */
export async function planEachTime(tx: Tx): Promise<void> {
  await PLAN_EACH_TIME.run(tx, {});
}

export async function ping(db: Db): Promise<void> {
  await PING.run(db, {});
}

/** Rejects with DISK_FULL unless about 1 MiB can be written. */
export async function proveDiskSpace(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await LITTLE_MEMORY.run(tx, {});
    await WRITE_TEMPORARILY.run(tx, {});
  });
}
