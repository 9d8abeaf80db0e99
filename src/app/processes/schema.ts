import { grantRows } from '../../platform/lib/db/grant-rows.ts';
import { hasSchema } from '../../platform/lib/db/has-schema.ts';
import { migrate } from '../../platform/lib/db/migrate.ts';
import { migrateJobs } from '../../platform/lib/jobs.ts';
import type { Log } from '../../platform/lib/log.ts';
import { PostgresProblem } from '../../platform/lib/postgres/problem.ts';

export interface SchemaRights {
  /** Of the role that owns the tables, where it is another one. */
  ownerUrl?: string;
  /** Why this role cannot migrate: the tables must be there. */
  cannotMigrate: string | null;
}

/** Safe in parallel processes. Throws SchemaMismatch, and PostgresProblem without tables and a right to create them. */
export async function prepareSchema(
  url: string,
  log: Log,
  { ownerUrl, cannotMigrate }: SchemaRights = { cannotMigrate: null },
): Promise<void> {
  if (cannotMigrate !== null) return expectSchema(url, cannotMigrate);
  const applied = await migrate(ownerUrl ?? url);
  for (const migration of applied) log.info({ migration }, 'database.migrated');
  await migrateJobs(ownerUrl ?? url, log);
  if (!ownerUrl) return;
  await grantRows(ownerUrl, url);
  await expectSchema(
    url,
    'DATABASE_URL: its role does not see the tables of the role of KURIR_DATABASE_OWNER_URL',
  );
}

async function expectSchema(url: string, problem: string): Promise<void> {
  if (!(await hasSchema(url))) throw new PostgresProblem(problem);
}
