import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { hasSchema } from '../../platform/lib/db/has-schema.ts';
import type { Log } from '../../platform/lib/log.ts';
import { borrowEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import { checkDatabase } from '../processes/database.ts';
import { refuseSharedCopy, settleIdentity } from '../processes/identity/identity.ts';
import type { SchemaRights } from '../processes/schema.ts';
import { refuseUnfinishedUpgrade } from '../upgrade/note.ts';

export interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

/** A starting gateway may still migrate. */
const SCHEMA_WAIT_MS = 10_000;
const POLL_MS = 100;

/**
 * Migrates a database without tables, or of a server that this command has started; only checks a database in
 * use. Throws PostgresProblem and SchemaMismatch.
 */
export async function openCommandDatabase(
  config: Config,
  log: Log,
  signal?: AbortSignal,
): Promise<CommandDatabase> {
  const { DATABASE_URL, KURIR_DATA_DIR: dataDir } = config;
  if (DATABASE_URL) {
    const { url, directUrl, rights } = await checkDatabase(config);
    if (!(await hasSchema(directUrl))) await prepareSchema(directUrl, log, rights);
    return { url, close: async () => {} };
  }
  await refuseSharedCopy(config);
  const beforeOpen = async () => {
    await refuseUnfinishedUpgrade(config);
    await settleIdentity(config);
  };
  const options = { dataDir, log, beforeOpen, ...(signal && { signal }) };
  const postgres = await borrowEmbeddedPostgres(options);
  try {
    if (postgres.started) await prepareSchema(postgres.url, log);
    else {
      // Perhaps the server of a trial.
      await refuseUnfinishedUpgrade(config);
      await untilSchema(postgres.url);
    }
    return { url: postgres.url, close: postgres.release };
  } catch (error) {
    await postgres.release();
    throw error;
  }
}

async function prepareSchema(url: string, log: Log, rights?: SchemaRights): Promise<void> {
  const { prepareSchema: prepare } = await import('../processes/schema.ts');
  await prepare(url, log, rights);
}

async function untilSchema(url: string): Promise<void> {
  const deadline = performance.now() + SCHEMA_WAIT_MS;
  for (;;) {
    try {
      if (await hasSchema(url)) return;
      throw new Error('The database has no tables yet; start the gateway once.');
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(POLL_MS);
  }
}
