import pg from 'pg';
import { DATABASE, ROLE } from './cluster.ts';
import { PostgresProblem, reasonOf } from './problem.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const INVALID_CATALOG_NAME = '3D000';
const DUPLICATE_DATABASE = '42P04';

export function embeddedUrl(port: number, password: string, database: string = DATABASE): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

/** Throws PostgresProblem unless the server has our password and our cluster. Creates a missing database. */
export async function assertOurServer(
  port: number,
  password: string,
  systemIdentifier: string,
): Promise<void> {
  try {
    const url = embeddedUrl(port, password);
    const found = await ask(url).catch(async (error: unknown) => {
      if ((error as pg.DatabaseError).code !== INVALID_CATALOG_NAME) throw error;
      await createDatabase(embeddedUrl(port, password, 'postgres'));
      return ask(url);
    });
    if (found !== systemIdentifier) throw new Error('it serves another data folder');
  } catch (cause) {
    throw new PostgresProblem(`The embedded PostgreSQL on port ${port} cannot be used: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

async function ask(url: string): Promise<string | undefined> {
  return query(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    return rows[0]?.id;
  });
}

async function createDatabase(url: string): Promise<void> {
  await query(url, (client) =>
    client.query(`create database ${DATABASE}`).catch((error: pg.DatabaseError) => {
      if (error.code !== DUPLICATE_DATABASE) throw error;
    }),
  );
}

async function query<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kurir start',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // The awaited call reports a lost server.
  client.on('error', () => {});
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}
