import { migrate } from '../../platform/lib/db/migrate.ts';
import { migrateJobs } from '../../platform/lib/jobs.ts';
import type { Log } from '../../platform/lib/log.ts';

/** Safe in parallel processes. Throws SchemaMismatch. */
export async function prepareSchema(url: string, log: Log): Promise<void> {
  const applied = await migrate(url);
  for (const migration of applied) log.info({ migration }, 'database.migrated');
  await migrateJobs(url, log);
}
