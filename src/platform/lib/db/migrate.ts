import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { VERSION } from '../version.ts';
import { clientsOf } from './clients.ts';
import { FORMER_MIGRATIONS, MERGED_MIGRATIONS } from './merged-migrations.ts';
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
  /** Of Kurir. Null: applied by a version that did not note itself. */
  version: string | null;
}

/** An older table lacks the column. An `alter table` at each start would wait for a running dump. */
const PREPARE = `create table if not exists kurir_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now(), version text
  );
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'kurir_migrations'::regclass and attname = 'version') then
      alter table kurir_migrations add column version text;
    end if;
  end $$`;

const APPLIED = statement<NoParams, AppliedMigration>(
  'db.applied_migrations',
  `select name, sha256, to_jsonb(kurir_migrations) ->> 'version' as version from kurir_migrations`,
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
 * Applies missing migrations, each in a transaction; answers their names. Throws SchemaMismatch for an edited file or
 * a database that is too new.
 */
export async function migrate(url: string, folder = FOLDER, version = VERSION): Promise<string[]> {
  const known = await readMigrations(folder);
  const client = new (clientsOf(url))({ connectionString: url, application_name: 'kurir migrate' });
  client.on('error', () => {});
  await client.connect();
  const applied: string[] = [];
  try {
    for (;;) {
      const name = await applyNext(client, known, version);
      if (name === null) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/** Throws SchemaMismatch. For processes that do not migrate. */
export async function assertSchema(db: Queryable, folder = FOLDER, version = VERSION): Promise<void> {
  const [pending] = pendingOf(await readMigrations(folder), await APPLIED.all(db, {}), version);
  if (pending)
    throw new SchemaMismatch(`The database lacks migration ${pending.name}; start the gateway once.`);
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

function pendingOf(known: Migration[], rows: readonly AppliedMigration[], version: string): Migration[] {
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const migration of known) {
    const sha256 = applied.get(migration.name);
    const isKnown = sha256 === migration.sha256 || sha256 === FORMER_MIGRATIONS[migration.name];
    if (sha256 !== undefined && !isKnown) throw editedMigration(migration);
  }
  const names = new Set(known.map((migration) => migration.name));
  const last = known.at(-1)?.name ?? '';
  for (const row of rows) {
    if (!names.has(row.name) && (row.name < last || !worksWith(version, row.version)))
      throw unknownMigration(row, last);
  }
  return known.filter((migration) => !applied.has(migration.name));
}

/** The list of merged migrations tells which was edited. */
function editedMigration({ name, sha256 }: Migration): SchemaMismatch {
  if (MERGED_MIGRATIONS[name] === sha256)
    return unreleased(`its migration ${name} differs from the merged one`);
  return new SchemaMismatch(`Migration ${name} was edited after it had been applied; restore the file.`);
}

/** Migrations keep all that the previous minor version uses, so that its processes run and start beside newer ones. */
function worksWith(own: string, database: string | null): boolean {
  if (database === null) return false;
  const [ownMajor = 0, ownMinor = 0] = own.split('.').map(Number);
  const [major = 0, minor = 0] = database.split('.').map(Number);
  return major === ownMajor && minor <= ownMinor + 1;
}

/** Removed before migrations were frozen: numbers rise. */
function unknownMigration({ name, version }: AppliedMigration, last: string): SchemaMismatch {
  if (name < last) return unreleased(`its migration ${name} is not part of Kurir`);
  const origin = version === null ? '' : ` of Kurir ${version}`;
  return new SchemaMismatch(
    `The database has migration ${name}${origin}, which this version does not know; upgrade Kurir.`,
  );
}

function unreleased(difference: string): SchemaMismatch {
  return new SchemaMismatch(
    `The database was made by an unreleased version of Kurir: ${difference}. It cannot be upgraded. ` +
      'Start with an empty database (another KURIR_DATA_DIR or DATABASE_URL), or run the version that made it.',
  );
}

/** Null: none was missing. The lock belongs to the transaction, because a pooler would leak a lock of the session. */
async function applyNext(client: pg.Client, known: Migration[], version: string): Promise<string | null> {
  let pending: Migration | undefined;
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK}); ${PREPARE}`);
    const { rows } = await client.query<AppliedMigration>(APPLIED.text);
    pending = pendingOf(known, rows, version)[0];
    if (pending) {
      await client.query(pending.sql);
      await client.query('insert into kurir_migrations (name, sha256, version) values ($1, $2, $3)', [
        pending.name,
        pending.sha256,
        version,
      ]);
    }
    await client.query('commit');
    return pending?.name ?? null;
  } catch (cause) {
    await client.query('rollback');
    if (!pending) throw cause;
    throw new Error(`Migration ${pending.name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
