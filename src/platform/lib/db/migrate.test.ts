import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { adminQuery, emptyDatabase, testDatabase } from '../../../../test/harness/database.ts';
import { openDatabase } from './db.ts';
import { FORMER_MIGRATIONS } from './merged-migrations.ts';
import { assertSchema, migrate } from './migrate.ts';

const MERGED = fileURLToPath(new URL('../../../../migrations/', import.meta.url));

async function migrations(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (more: Record<string, string>) => {
    for (const [name, sql] of Object.entries(more)) await writeFile(join(folder, name), sql);
  };
  await write(files);
  return { folder, write };
}

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  await client.end();
  return rows.map((row) => row.tablename);
}

test('migrations are applied once, in the order of their names', async () => {
  const url = await emptyDatabase();
  const { folder } = await migrations({
    '0002_b.sql': 'create table b (a int references a)',
    '0001_a.sql': 'create table a (a int primary key)',
  });

  expect(await migrate(url, folder)).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await tables(url)).toEqual(['a', 'b', 'kurir_migrations']);
});

test('of several processes that start at once one migrates and the others wait', async () => {
  const url = await emptyDatabase();
  const { folder } = await migrations({ '0001_a.sql': 'create table a (a int)' });

  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, folder)));

  expect(applied.flat()).toEqual(['0001_a.sql']);
});

test('a migration that fails leaves nothing of itself, and what came before stays', async () => {
  const url = await emptyDatabase();
  const { folder } = await migrations({
    '0001_a.sql': 'create table a (a int)',
    '0002_b.sql': 'create table b (a int); create table a (a int)',
  });

  await expect(migrate(url, folder)).rejects.toThrow('Migration 0002_b.sql failed');
  expect(await tables(url)).toEqual(['a', 'kurir_migrations']);
});

test('a migration that was edited after it had been applied is refused', async () => {
  const url = await emptyDatabase();
  const { folder, write } = await migrations({ '0001_a.sql': 'create table a (a int)' });
  await migrate(url, folder);
  await write({ '0001_a.sql': 'create table a (a bigint)' });

  await expect(migrate(url, folder)).rejects.toThrow('0001_a.sql was edited');
});

test('a former text of a merged migration is known, and functions hold no row type of a table', async () => {
  const url = await testDatabase();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  for (const [name, sha256] of Object.entries(FORMER_MIGRATIONS))
    await client.query('update kurir_migrations set sha256 = $2 where name = $1', [name, sha256]);

  const applied = await migrate(url);
  // PostgreSQL 15.20 alters no such table.
  const { rows: holding } = await client.query(
    `select proname from pg_proc p where prosqlbody is not null and pronamespace = 'public'::regnamespace and exists (
       select from pg_type where oid = any (p.proargtypes) and typtype = 'c')`,
  );

  expect([applied, holding]).toEqual([[], []]);
});

test.each([
  ['a later patch of the same version', '1.4.2', '1.4.9', true],
  ['the next minor version', '1.4.2', '1.5.0', true],
  ['the minor version after that', '1.4.2', '1.6.0', false],
  ['the next major version', '1.4.2', '2.0.0', false],
])('a process starts beside %s, or is refused when that is too new', async (_name, own, newer, isFit) => {
  const url = await emptyDatabase();
  const files = { '0001_a.sql': 'create table a (a int)' };
  const [older, upgraded] = await Promise.all([
    migrations(files),
    migrations({ ...files, '0002_b.sql': 'create table b (a int)' }),
  ]);
  await migrate(url, older.folder, own);
  await migrate(url, upgraded.folder, newer);
  const { db, close } = openDatabase(url, { max: 1, name: 'kurir test' });
  onTestFinished(close);

  const starts = [migrate(url, older.folder, own), assertSchema(db, older.folder, own)];

  const refusal = `migration 0002_b.sql of Kurir ${newer}, which this version does not know; upgrade Kurir.`;
  const reasons = (await Promise.allSettled(starts)).map((start) =>
    start.status === 'rejected' ? start.reason.message : 'started',
  );
  expect(reasons).toEqual(Array(2).fill(isFit ? 'started' : `The database has ${refusal}`));
});

test('a list of migrations from before versions were noted is read, and gets them', async () => {
  const url = await emptyDatabase();
  const sql = 'create table a (a int)';
  const sha256 = createHash('sha256').update(sql).digest('hex');
  await adminQuery(
    url,
    `create table kurir_migrations (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now());
     insert into kurir_migrations (name, sha256) values ('0001_a.sql', '${sha256}')`,
  );
  const { folder, write } = await migrations({ '0001_a.sql': sql });
  const { db, close } = openDatabase(url, { max: 1, name: 'kurir test' });
  onTestFinished(close);

  await assertSchema(db, folder);
  await write({ '0002_b.sql': 'create table b (a int)' });
  await migrate(url, folder, '1.4.0');

  const { rows } = await db.query({ text: 'select name, version from kurir_migrations order by name' }, []);
  expect(rows).toEqual([
    { name: '0001_a.sql', version: null },
    { name: '0002_b.sql', version: '1.4.0' },
  ]);
});

test('a newer database that does not say its version is refused', async () => {
  const url = await emptyDatabase();
  const { folder } = await migrations({ '0001_a.sql': 'create table a (a int)' });
  await migrate(url, folder);
  await adminQuery(url, "insert into kurir_migrations (name, sha256) values ('0002_b.sql', '')");

  await expect(migrate(url, folder)).rejects.toThrow('upgrade Kurir');
});

test.each([
  ['an edited migration', '0006_broadcasts.sql', 'create table broadcasts (id bigint)'],
  ['a migration that was removed later', '0008_webhook_secrets.sql', 'create table webhook_secrets (a int)'],
])('a database with %s is named as made by an unreleased version, and stays as it is', async (...row) => {
  const [, name, sql] = row;
  const url = await emptyDatabase();
  const unreleased = await migrations({});
  for (const file of ['0001_foundation.sql', '0002_contacts.sql', '0003_official_cloud.sql'])
    await cp(join(MERGED, file), join(unreleased.folder, file));
  await unreleased.write({ [name]: sql });
  await migrate(url, unreleased.folder);
  const before = await tables(url);

  const refusal = expect(migrate(url)).rejects;

  await refusal.toThrow(
    new RegExp(
      `^The database was made by an unreleased version of Kurir: its migration ${name} .* DATABASE_URL`,
    ),
  );
  expect(await tables(url)).toEqual(before);
});
