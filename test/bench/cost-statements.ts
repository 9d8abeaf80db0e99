import pg from 'pg';
import { request } from 'undici';
import type { BenchGateway } from './bench-gateway.ts';
import { parentOf } from './cpu.ts';
import { untilTrue } from './official-scene.ts';

/** What PostgreSQL did from `begin` to `end` of a meter, without what the meter itself asked. */
export interface DatabaseWork {
  statements: number;
  /** Fewer than the statements where a plan serves again. */
  plans: number;
  planMs: number;
  executeMs: number;
  /** Of transactions that wrote, locked a row or notified. */
  commits: number;
  walBytes: number;
  /** Most calls first. */
  list: Statement[];
}

/** All calls of one statement together. */
export interface Statement {
  text: string;
  calls: number;
  plans: number;
  planMs: number;
  executeMs: number;
}

export interface DatabaseMeter {
  /** Its statements are not counted. */
  client: pg.Client;
  begin(): Promise<void>;
  end(): Promise<DatabaseWork>;
}

interface Position {
  xid: string;
  lsn: string;
}

const LIBRARY = 'pg_stat_statements';

/** Does the work after a restart of the gateway's embedded PostgreSQL with pg_stat_statements. */
export async function withDatabaseMeter(
  gateway: BenchGateway,
  work: (meter: DatabaseMeter) => Promise<void>,
): Promise<void> {
  await preloadLibrary(gateway);
  const client = await connect(gateway);
  try {
    await client.query(`create extension ${LIBRARY}`);
    await work(meterOn(client));
  } finally {
    await client.end();
  }
}

function meterOn(client: pg.Client): DatabaseMeter {
  let from: Position = { xid: '0', lsn: '0/0' };
  return {
    client,
    async begin() {
      await client.query('select pg_stat_statements_reset()');
      from = (await client.query<Position>(POSITION)).rows[0] ?? from;
    },
    async end() {
      const { rows } = await client.query<{ commits: number; wal_bytes: number }>(SINCE, [
        from.xid,
        from.lsn,
      ]);
      const { rows: list } = await client.query<Statement>(STATEMENTS);
      const sum = (figure: Exclude<keyof Statement, 'text'>) =>
        list.reduce((total, statement) => total + statement[figure], 0);
      return {
        statements: sum('calls'),
        plans: sum('plans'),
        planMs: sum('planMs'),
        executeMs: sum('executeMs'),
        commits: rows[0]?.commits ?? 0,
        walBytes: rows[0]?.wal_bytes ?? 0,
        list,
      };
    },
  };
}

/** Statements for the server before its start, in place of a restart. */
export const PRELOAD_METER = [`alter system set shared_preload_libraries = '${LIBRARY}'`];

/** For a server that began with `PRELOAD_METER`. The caller ends the client. */
export async function openDatabaseMeter(gateway: BenchGateway): Promise<DatabaseMeter> {
  const client = await connect(gateway);
  await client.query(`create extension if not exists ${LIBRARY}`);
  return meterOn(client);
}

/** The gateway starts its server again, at the same address. */
async function preloadLibrary(gateway: BenchGateway): Promise<void> {
  const client = await connect(gateway);
  // A sessions process that is about to start would report the missing server as an error.
  await untilTrue(async () => (await client.query(LEASED)).rows[0].leased, 'the sessions of the gateway');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query(`alter system set shared_preload_libraries = '${LIBRARY}'`);
  await client.query(`alter system set ${LIBRARY}.track_planning = on`);
  process.kill(await parentOf(rows[0]?.pid ?? 0), 'SIGINT');
  await client.end().catch(() => {});
  await untilTrue(() => hasLibrary(gateway), 'the restarted PostgreSQL');
  await untilTrue(() => isReady(gateway), 'the gateway after the restart of PostgreSQL');
}

async function hasLibrary(gateway: BenchGateway): Promise<boolean> {
  try {
    const client = await connect(gateway);
    const { rows } = await client.query('show shared_preload_libraries');
    await client.end();
    return rows[0]?.shared_preload_libraries === LIBRARY;
  } catch {
    return false;
  }
}

async function isReady({ port }: BenchGateway): Promise<boolean> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/readyz`);
  await body.dump();
  return statusCode === 200;
}

async function connect({ databaseUrl }: BenchGateway): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'kurir bench',
    options: `-c ${LIBRARY}.track=none`,
  });
  // The restart ends it. The statement that it runs fails then, which is enough.
  client.on('error', () => {});
  await client.connect();
  return client;
}

const LEASED = 'select not exists (select from device_leases where node_id is null) as leased';

const POSITION = `
  select pg_snapshot_xmax(pg_current_snapshot())::text as xid, pg_current_wal_insert_lsn()::text as lsn`;

const SINCE = `
  select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - $1::bigint)::float8 as commits,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $2::pg_lsn)::float8 as wal_bytes`;

const STATEMENTS = `
  select regexp_replace(query, '\\s+', ' ', 'g') as text,
    sum(calls)::float8 as calls, sum(plans)::float8 as plans,
    sum(total_plan_time) as "planMs", sum(total_exec_time) as "executeMs"
  from pg_stat_statements group by 1 order by 2 desc, 1`;
