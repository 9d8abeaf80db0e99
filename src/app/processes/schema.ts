import { migrate } from '../../lib/db/migrate.ts';
import { migrateJobs } from '../../lib/jobs.ts';
import type { Log } from '../../lib/log.ts';

/** Brings our tables, then the job queue's, to this version; several processes may do so at once. Throws SchemaMismatch. */
export async function prepareSchema(url: string, log: Log): Promise<void> {
  const applied = await migrate(url);
  for (const migration of applied) log.info({ migration }, 'database.migrated');
  await migrateJobs(url, log);
}
