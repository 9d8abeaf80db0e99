import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { MERGED_MIGRATIONS } from './merged-migrations.ts';
import { type NoParams, type Queryable, statement } from './statement.ts';

/** The same number in every version. */
const MIGRATION_LOCK = 4_172_003;
const FOLDER = fileURLToPath(new URL('../../../../migrations/', import.meta.url));

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

interface AppliedMigration {
  name: string;
  sha256: string;
}

const APPLIED = statement<NoParams, AppliedMigration>(
  'db.applied_migrations',
  'select name, sha256 from kurir_migrations',
);

const LAST = statement<NoParams, { name: string }>(
  'db.last_migration',
  'select name from kurir_migrations order by name desc limit 1',
);

export async function findLastMigration(db: Queryable): Promise<string> {
  return (await LAST.one(db, {})).name;
}

/** The message says what to do. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/**
 * Applies missing migrations under an advisory lock, each in a transaction; answers their names. Throws SchemaMismatch
 * for an edited file or a newer database.
 */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'kurir migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists kurir_migrations (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now()
       )`,
    );
    const { rows } = await client.query<AppliedMigration>(APPLIED.text);
    const pending = pendingOf(await readMigrations(folder), rows);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Throws SchemaMismatch. For processes that do not migrate. */
export async function assertSchema(db: Queryable, folder = FOLDER): Promise<void> {
  const pending = pendingOf(await readMigrations(folder), await APPLIED.all(db, {}));
  if (pending.length > 0)
    throw new SchemaMismatch(`The database lacks migration ${pending[0]?.name}; start the gateway once.`);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function pendingOf(known: Migration[], rows: readonly AppliedMigration[]): Migration[] {
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const migration of known) {
    const sha256 = applied.get(migration.name);
    if (sha256 !== undefined && sha256 !== migration.sha256) throw editedMigration(migration);
  }
  const names = new Set(known.map((migration) => migration.name));
  const unknown = [...applied.keys()].find((name) => !names.has(name));
  if (unknown !== undefined) throw unknownMigration(unknown, known.at(-1)?.name ?? '');
  return known.filter((migration) => !applied.has(migration.name));
}

/** The list of merged migrations tells which was edited. */
function editedMigration({ name, sha256 }: Migration): SchemaMismatch {
  if (MERGED_MIGRATIONS[name] === sha256)
    return unreleased(`its migration ${name} differs from the merged one`);
  return new SchemaMismatch(`Migration ${name} was edited after it had been applied; restore the file.`);
}

/** Removed before migrations were frozen: numbers rise. */
function unknownMigration(name: string, last: string): SchemaMismatch {
  if (name < last) return unreleased(`its migration ${name} is not part of Kurir`);
  return new SchemaMismatch(
    `The database has migration ${name}, which this version does not know; upgrade Kurir.`,
  );
}

function unreleased(difference: string): SchemaMismatch {
  return new SchemaMismatch(
    `The database was made by an unreleased version of Kurir: ${difference}. It cannot be upgraded. ` +
      'Start with an empty database (another KURIR_DATA_DIR or DATABASE_URL), or run the version that made it.',
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into kurir_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
