import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** A new migrated database. It is dropped when the test ends, or the file, if called at its top. */
export async function testDatabase(
  cleanup: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  // Copying files takes a third of the time that copying through the log takes.
  return freshDatabase(`template ${inject('postgresTemplate')} strategy file_copy`, cleanup);
}

/** A database without tables, likewise. */
export function emptyDatabase(): Promise<string> {
  return freshDatabase('', onTestFinished);
}

async function freshDatabase(options: string, cleanup: (drop: () => Promise<void>) => void): Promise<string> {
  const server = inject('postgresUrl');
  const name = `kurir_test_${randomBytes(6).toString('hex')}`;
  await adminQuery(server, `create database ${name} ${options}`);
  cleanup(() => adminQuery(server, `drop database if exists ${name} with (force)`));
  return urlOf(server, name);
}

/** The same server, another database. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function adminQuery(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
