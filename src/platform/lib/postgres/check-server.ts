import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../error-code.ts';
import { PostgresProblem, reasonOf } from './problem.ts';

const OLDEST = 150_000;
const CONNECT_TIMEOUT_MS = 5_000;
const STARTING_UP = '57P03';
const STARTING_POLL_MS = 200;

export interface CheckedServer {
  /** 180004 is 18.4. */
  version: number;
}

/**
 * PostgreSQL 15 or newer, writable, UTF-8, with rights to create tables and a schema. Waits for a start. Throws
 * PostgresProblem without the password.
 */
export async function checkServer(
  url: string,
  options: { startingMs?: number } = {},
): Promise<CheckedServer> {
  const place = placeOf(url);
  const client = await connect(url, place, options.startingMs ?? 10_000);
  try {
    const version = await readVersion(client);
    if (version < OLDEST) {
      throw new PostgresProblem(
        `DATABASE_URL: PostgreSQL ${nameOf(version)} on ${place} is too old, Kurir needs 15 or newer`,
      );
    }
    const problem = await findProblem(client);
    if (problem) throw new PostgresProblem(`DATABASE_URL: ${problem} (${place})`);
    return { version };
  } catch (cause) {
    if (cause instanceof PostgresProblem) throw cause;
    throw new PostgresProblem(`DATABASE_URL: ${place} does not work as a PostgreSQL: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(url: string, place: string, startingMs: number): Promise<pg.Client> {
  const deadline = performance.now() + startingMs;
  for (;;) {
    try {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'kurir check',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: CONNECT_TIMEOUT_MS,
      });
      client.on('error', () => {});
      await client.connect();
      return client;
    } catch (cause) {
      const code = codeOf(firstOf(cause));
      if (code !== STARTING_UP || performance.now() > deadline) {
        throw new PostgresProblem(`DATABASE_URL: ${explain(code, cause, place)}`, { cause });
      }
      await delay(STARTING_POLL_MS);
    }
  }
}

async function readVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (!Number.isInteger(version)) throw new Error('it does not tell its version');
  return version;
}

interface Facts {
  role: string;
  database: string;
  schema: string | null;
  read_only: boolean;
  encoding: string;
  may_create_schema: boolean;
  may_create_table: boolean | null;
}

async function findProblem(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<Facts>(`
    select current_user as role, current_database() as database, current_schema() as schema,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'create') as may_create_schema,
      has_schema_privilege(current_schema(), 'create') as may_create_table`);
  const [facts] = rows;
  if (!facts) return 'the server does not answer a query';
  const { role, database, schema } = facts;
  if (facts.read_only) return 'the server takes no writes: it is a standby or read-only';
  if (facts.encoding !== 'UTF8') return `database "${database}" stores ${facts.encoding}, Kurir needs UTF8`;
  if (!facts.may_create_schema) {
    return `role "${role}" may not create schemas: grant create on database "${database}" to "${role}"`;
  }
  if (!schema) return `role "${role}" sees no schema of its search_path in database "${database}"`;
  if (!facts.may_create_table) {
    return `role "${role}" may not create tables: grant create on schema "${schema}" to "${role}"`;
  }
  return null;
}

function explain(code: string, cause: unknown, place: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `no PostgreSQL listens on ${place}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${place} is not known`;
    case '28P01':
      return `wrong user or password for ${place}`;
    case '28000':
      return `${place} refuses the login: ${reasonOf(cause)}`;
    case '3D000':
      return `${reasonOf(cause)} on ${place}`;
    case '42501':
      return `${place}: ${reasonOf(cause)}`;
    default:
      return `${place} cannot be reached: ${reasonOf(cause)}`;
  }
}

function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? firstOf(error.errors[0]) : error;
}

/** Without user and password. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  } catch (cause) {
    throw new PostgresProblem('DATABASE_URL: not a URL like postgres://user:password@host:5432/database', {
      cause,
    });
  }
}

function nameOf(version: number): string {
  const major = Math.floor(version / 10_000);
  return major >= 10 ? `${major}.${version % 10_000}` : `${major}.${Math.floor(version / 100) % 100}`;
}
