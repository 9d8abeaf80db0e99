import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { migrate } from '../../src/platform/lib/db/migrate.ts';
import { type Cleanup, copyDatabase, emptyDatabase } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** A database of an older version. */
export interface OldDatabase {
  url: string;
  client: pg.Client;
  /** Applies the migrations that `has` selects by number, such as '0007'. */
  migrateTo(has: (number: string) => boolean): Promise<void>;
  /** Applies all migrations. Answers the names of the new ones. */
  upgrade(): Promise<string[]>;
}

/** Without tables, or a copy of `from`. Removed when the test ends, or by `cleanup`. */
export async function openOldDatabase(
  from?: string,
  cleanup: Cleanup = onTestFinished,
): Promise<OldDatabase> {
  const url = await (from === undefined ? emptyDatabase(cleanup) : copyDatabase(from, cleanup));
  const client = new pg.Client(url);
  await client.connect();
  cleanup(() => client.end());
  return {
    url,
    client,
    migrateTo: async (has) => void (await migrate(url, await copyMigrations(has, cleanup))),
    upgrade: () => migrate(url),
  };
}

async function copyMigrations(has: (number: string) => boolean, cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-old-'));
  cleanup(() => rm(folder, { recursive: true }));
  for (const name of await readdir(MIGRATIONS)) {
    if (has(name.slice(0, 4))) await cp(join(MIGRATIONS, name), join(folder, name));
  }
  return folder;
}
