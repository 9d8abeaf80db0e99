import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type OldCluster, oldCluster } from '../../../../test/harness/old-cluster.ts';
import { ask, emptyFolder, kill, sharedFolder, startHere } from '../../../../test/harness/postgres-folder.ts';
import { migrate } from '../db/migrate.ts';
import { migrateJobs } from '../jobs.ts';
import { silentLog } from '../log.ts';
import { prepareBinaries } from './binaries.ts';
import { isRunning } from './processes.ts';
import { findUser, PASSWD } from './system-user.ts';

const dataDir = await sharedFolder();

const RIGHTS = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
  from pg_roles where rolname = current_user`;
const NONE = {
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
};
/** One of each kind that a migration can create. */
const OBJECTS = `
  create schema old;
  create type old.colour as enum ('red');
  create domain old.short as text check (length(value) < 9);
  create table old.things (id bigint generated always as identity, n serial, colour old.colour, name old.short);
  create view old.names as select name from old.things;
  create sequence old.numbers;
  create function old.one() returns int language sql return 1;
  create table plain as select 42 as answer`;
const OWNERS = `
  select distinct pg_get_userbyid(owner) as owner from (
    select relowner as owner from pg_class where oid >= 16384 and relkind <> 't'
    union all select typowner from pg_type where oid >= 16384
    union all select proowner from pg_proc where oid >= 16384
    union all select nspowner from pg_namespace where oid >= 16384 and nspname !~ '^pg_'
    union all select datdba from pg_database where datname = current_database()) as owned`;

test('the role of the gateway owns its database and is no superuser', async () => {
  const postgres = await startHere(dataDir);

  const refused = [
    "copy (select 1) to program 'id'",
    "select pg_read_file('pg_hba.conf')",
    "select rolpassword from pg_authid where rolname = 'kurir'",
    'alter role current_user superuser',
    'create role another superuser',
    'set role kurir',
  ].map((sql) => ask(postgres.url, sql).catch((error) => error.code));

  expect(await ask(postgres.url, RIGHTS)).toEqual([NONE]);
  expect(await Promise.all(refused)).toEqual(refused.map(() => '42501'));
});

test('the superuser cannot log in', async () => {
  const postgres = await startHere(dataDir);
  const superuser = new URL(postgres.url);
  superuser.username = 'kurir';

  const login = ask(superuser.href, 'select 1');

  await expect(login).rejects.toMatchObject({ code: '28P01' });
});

test.each(['running', 'stopped', 'killed'])(
  'a %s server of an older version is changed over, and its data belong to the role',
  async (state) => {
    const { dataDir } = await emptyFolder();
    const old = await oldClusterAt(dataDir);
    await ask(old.url, OBJECTS);
    if (state !== 'running') await kill(old.server, state === 'killed' ? 'SIGKILL' : 'SIGINT');

    const postgres = await startHere(dataDir);

    expect(await isRunning(old.server.pid ?? 0)).toBe(false);
    expect(await ask(postgres.url, RIGHTS)).toEqual([NONE]);
    expect(await ask(postgres.url, 'select answer from plain')).toEqual([{ answer: 42 }]);
    expect(await ask(postgres.url, OWNERS)).toEqual([{ owner: 'kurir_app' }]);
    await ask(postgres.url, 'drop schema old cascade; drop table plain');
    await migrate(postgres.url);
    await migrateJobs(postgres.url, silentLog);
  },
);

test('a change-over that was interrupted is completed by the next start', async () => {
  const { dataDir } = await emptyFolder();
  const old = await oldClusterAt(dataDir);
  await ask(old.url, `${OBJECTS}; create role kurir_app; alter table plain owner to kurir_app`);
  await kill(old.server, 'SIGINT');

  const postgres = await startHere(dataDir);

  expect(await ask(postgres.url, OWNERS)).toEqual([{ owner: 'kurir_app' }]);
});

async function oldClusterAt(dataDir: string): Promise<OldCluster> {
  const user = process.getuid?.() === 0 ? findUser(await readFile(PASSWD, 'utf8'), 'nobody') : null;
  const bin = await prepareBinaries({ asRoot: user !== null, fallbackFolder: dataDir });
  return oldCluster(dataDir, bin, user);
}
