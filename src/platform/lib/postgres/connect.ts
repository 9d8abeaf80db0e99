import pg from 'pg';
import { reasonOf } from '../error-code.ts';
import { PostgresProblem } from './problem.ts';
import { DATABASE, ROLE } from './role.ts';
import { PORT } from './socket.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** The host is the encoded folder. */
export function embeddedUrl(folder: string, password: string, role = ROLE): string {
  return `postgres://${role}:${encodeURIComponent(password)}@${encodeURIComponent(folder)}:${PORT}/${DATABASE}`;
}

/** Throws PostgresProblem. */
export async function assertOurServer(url: string, systemIdentifier: string): Promise<void> {
  try {
    if ((await ask(url)) !== systemIdentifier) throw new Error('it serves another data folder');
  } catch (cause) {
    throw new PostgresProblem(`The embedded PostgreSQL cannot be used: ${reasonOf(cause)}`, { cause });
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

async function query<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kurir start',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}
