import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { listServers, startingWith } from '../db/database-url.ts';
import { IS_READ_ONLY } from '../db/server.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { codeOf, reasonOf } from '../error-code.ts';
import { PostgresProblem } from './problem.ts';

const OLDEST = 150_000;
const CONNECT_TIMEOUT_MS = 5_000;
const STARTING_UP = '57P03';
const STARTING_MS = 10_000;
const POLL_MS = 200;

export interface CheckedServer {
  /** 180004 is 18.4. */
  version: number;
  /** The given URL, with the server that takes writes first. */
  url: string;
  /** A pooler that gives each transaction another session. */
  isPooled: boolean;
  /** Why the role cannot migrate; null when it can. */
  cannotMigrate: string | null;
}

export interface CheckOptions {
  /** The setting that problems name. */
  setting?: 'DATABASE_URL' | 'KURIR_DATABASE_DIRECT_URL' | 'KURIR_DATABASE_OWNER_URL';
  /** For a server that cannot be reached. One that starts has ten seconds at least. */
  waitMs?: number;
  /** Called once. */
  onWait?(problem: string): void;
  signal?: AbortSignal | undefined;
}

/** A later attempt may succeed. */
class NotYet extends PostgresProblem {
  readonly limitMs: number;

  constructor(message: string, { cause, limitMs = 0 }: { cause?: unknown; limitMs?: number } = {}) {
    super(message, { cause });
    this.limitMs = limitMs;
  }
}

/**
 * PostgreSQL 15 or newer, writable, UTF-8. Throws PostgresProblem without the password.
 */
export async function checkServer(url: string, options: CheckOptions = {}): Promise<CheckedServer> {
  const { setting = 'DATABASE_URL', waitMs = 0, onWait, signal } = options;
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const problems: NotYet[] = [];
    for (const server of listServers(url)) {
      try {
        return { ...(await checkOne(server, setting)), url: startingWith(url, server) };
      } catch (error) {
        if (!(error instanceof NotYet)) throw error;
        problems.push(error);
      }
    }
    const limitMs = Math.max(waitMs, ...problems.map((problem) => problem.limitMs));
    const message = `${setting}: ${problems.map((problem) => problem.message).join('; ') || NO_URL}`;
    if (problems.length === 0 || performance.now() - began >= limitMs) {
      throw new PostgresProblem(message, { cause: problems[0]?.cause });
    }
    if (attempt === 1) onWait?.(message);
    await delay(POLL_MS, undefined, { ...(signal && { signal }) });
  }
}

async function checkOne(url: string, setting: string): Promise<Omit<CheckedServer, 'url'>> {
  const place = placeOf(url, setting);
  const client = await connect(url, place, setting);
  try {
    const version = await readVersion(client);
    if (version < OLDEST) {
      throw new PostgresProblem(
        `${setting}: PostgreSQL ${nameOf(version)} on ${place} is too old, Kurir needs 15 or newer`,
      );
    }
    const facts = await readFacts(client);
    if (facts.read_only) {
      throw new NotYet(`the server takes no writes: it is a standby or read-only (${place})`);
    }
    const problem = findProblem(facts);
    if (problem) throw new PostgresProblem(`${setting}: ${problem} (${place})`);
    // A pooler invents a number.
    const isDirect = facts.pid === (client as unknown as { processID: number | null }).processID;
    return {
      version,
      cannotMigrate: lackedRight(facts, `${setting}: `, place),
      isPooled: !isDirect && (await sharesBackends(client, () => connect(url, place, setting))),
    };
  } catch (cause) {
    if (cause instanceof PostgresProblem) throw cause;
    throw new PostgresProblem(`${setting}: ${place} does not work as a PostgreSQL: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(url: string, place: string, setting: string): Promise<pg.Client> {
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
    const problem = explain(code, cause, place);
    if (!isDatabaseUnavailable(cause)) throw new PostgresProblem(`${setting}: ${problem}`, { cause });
    throw new NotYet(problem, { cause, limitMs: code === STARTING_UP ? STARTING_MS : 0 });
  }
}

/** In this order also a pooler that takes its servers in turn changes the one of a connection. */
const ASKED = ['first', 'second', 'second', 'first', 'first', 'second'] as const;

/** Two open connections have one backend each, and keep it, unless a pooler in transaction mode is between. */
async function sharesBackends(first: pg.Client, open: () => Promise<pg.Client>): Promise<boolean> {
  const second = await open();
  try {
    const [ofFirst, ofSecond] = [new Set<number>(), new Set<number>()];
    for (const name of ASKED) {
      if (name === 'first') ofFirst.add((await readFacts(first)).pid);
      else ofSecond.add((await readFacts(second)).pid);
    }
    return ofFirst.size + ofSecond.size > 2 || [...ofFirst].some((pid) => ofSecond.has(pid));
  } finally {
    await second.end().catch(() => {});
  }
}

async function readVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (!Number.isInteger(version)) throw new Error('it does not tell its version');
  return version;
}

interface Facts {
  pid: number;
  role: string;
  database: string;
  schema: string | null;
  read_only: boolean;
  encoding: string;
  may_create_schema: boolean;
  may_create_table: boolean | null;
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select pg_backend_pid() as pid, current_user as role, current_database() as database, current_schema() as schema,
      ${IS_READ_ONLY} as read_only,
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'create') as may_create_schema,
      has_schema_privilege(current_schema(), 'create') as may_create_table`);
  const [facts] = rows;
  if (!facts) throw new Error('it does not answer a query');
  return facts;
}

function findProblem(facts: Facts): string | null {
  const { role, database, schema } = facts;
  if (facts.encoding !== 'UTF8') return `database "${database}" stores ${facts.encoding}, Kurir needs UTF8`;
  if (!schema) return `role "${role}" sees no schema of its search_path in database "${database}"`;
  return null;
}

function lackedRight(facts: Facts, setting: string, place: string): string | null {
  const { role, database, schema } = facts;
  const lacked = (right: string, on: string) =>
    `${setting}role "${role}" may not create ${right}: grant create on ${on} to "${role}", or set ` +
    `KURIR_DATABASE_OWNER_URL (${place})`;
  if (!facts.may_create_schema) return lacked('schemas', `database "${database}"`);
  if (!facts.may_create_table) return lacked('tables', `schema "${schema}"`);
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

const NO_URL = 'not a URL like postgres://user:password@host:5432/database';

/** Without user and password. */
function placeOf(url: string, setting: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  } catch (cause) {
    throw new PostgresProblem(`${setting}: ${NO_URL}`, { cause });
  }
}

function nameOf(version: number): string {
  const major = Math.floor(version / 10_000);
  return major >= 10 ? `${major}.${version % 10_000}` : `${major}.${Math.floor(version / 100) % 100}`;
}
