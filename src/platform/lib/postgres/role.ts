import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Prefix } from './fake-root.ts';
import { clusterArgument, runProgram } from './run-program.ts';
import type { ServerUser } from './system-user.ts';

/** The superuser of a cluster. It cannot log in. */
export const SUPERUSER = 'kurir';
/** Owns its database and has no other right. */
export const ROLE = 'kurir_app';
/** Reads the files of the cluster for a backup, and nothing else. */
export const BACKUP_ROLE = 'kurir_backup';
export const DATABASE = 'kurir';

export interface IdleCluster {
  bin: string;
  cluster: string;
  user: ServerUser | null;
  prefix?: Prefix;
}

export interface RoleOptions {
  password: string;
  superuser?: boolean | undefined;
}

/** Written last, so the role is complete. */
const FIRST_LINE = '# Written by Kurir, version 2. Only clients on the socket in this folder get in.';
const HBA_FILE = 'pg_hba.conf';

export async function hasRole(cluster: string): Promise<boolean> {
  const rules = await readFile(path.join(cluster, HBA_FILE), 'utf8').catch(() => '');
  return rules.split('\n')[0] === FIRST_LINE;
}

/** In a new cluster. Answers the reason of a failure. */
export async function createRole(place: IdleCluster, options: RoleOptions): Promise<string | null> {
  const problem = await runAlone(place, 'postgres', [...roleStatements(options), CREATE_DATABASE], 'off');
  if (problem === null) await writeRules(place);
  return problem;
}

/** Gives it what older versions left to the superuser. Repeatable. Answers the reason of a failure. */
export async function changeOver(place: IdleCluster, options: RoleOptions): Promise<string | null> {
  const problem =
    (await runAlone(place, 'postgres', roleStatements(options))) ??
    (await ensureDatabase(place)) ??
    (await runAlone(place, DATABASE, [OWN_DATABASE, OWN_OBJECTS]));
  if (problem === null) await writeRules(place);
  return problem;
}

function roleStatements({ password, superuser = false }: RoleOptions): string[] {
  const rights = [
    [ROLE, `login ${superuser ? '' : 'no'}superuser`],
    [BACKUP_ROLE, 'login replication'],
  ];
  return [
    ...rights.flatMap(([role, right]) => [
      `do $$ begin if to_regrole('${role}') is null then create role ${role}; end if; end $$`,
      `alter role ${role} ${right} password '${password.replaceAll("'", "''")}'`,
    ]),
    `alter role ${SUPERUSER} nologin password null`,
  ];
}

async function ensureDatabase(place: IdleCluster): Promise<string | null> {
  const problem = await runAlone(place, 'postgres', [CREATE_DATABASE]);
  return problem?.includes('already exists') ? null : problem;
}

/** Without a server and without a login. */
async function runAlone(
  place: IdleCluster,
  database: string,
  statements: string[],
  fsync: 'on' | 'off' = 'on',
): Promise<string | null> {
  const settings = [
    `fsync=${fsync}`,
    'exit_on_error=on',
    'log_checkpoints=off',
    'log_min_error_statement=panic',
  ];
  const command = [
    path.join(place.bin, 'postgres'),
    '--single',
    // A statement ends with a semicolon and an empty line.
    '-j',
    ...settings.flatMap((setting) => ['-c', setting]),
    '-D',
    clusterArgument(place.cluster),
    database,
  ];
  return runProgram(command, { ...place, input: statements.map((sql) => `${sql};\n\n`).join('') });
}

/** The server's user may have placed a link here. */
async function writeRules({ cluster, user }: IdleCluster): Promise<void> {
  const file = path.join(cluster, HBA_FILE);
  await rm(`${file}.new`, { force: true });
  const handle = await open(`${file}.new`, 'wx', 0o600);
  try {
    await handle.writeFile(`${FIRST_LINE}\nlocal all all scram-sha-256\n`);
    if (user) await handle.chown(user.uid, user.gid);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

const CREATE_DATABASE = `create database ${DATABASE} owner ${ROLE}`;
const OWN_DATABASE = `alter database ${DATABASE} owner to ${ROLE}`;

/** Objects of extensions stay; sequences and row types follow. */
const OWN_OBJECTS = `do $$
declare
  command text;
begin
  for command in
    select format('alter schema %I', nspname) from pg_namespace
      where oid >= 16384 and nspowner = 10 and nspname !~ '^pg_'
    union all
    select format('alter table %s', c.oid::regclass) from pg_class c
      where oid >= 16384 and relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and (d.deptype = 'e' or relkind = 'S' and d.deptype in ('a', 'i')))
    union all
    select format('alter routine %s', p.oid::regprocedure) from pg_proc p
      where oid >= 16384 and proowner = 10 and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %s', t.oid::regtype) from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.oid >= 16384 and typowner = 10
        and (typtype in ('e', 'd', 'r') or typtype = 'c' and relkind = 'c')
        and not exists (select from pg_depend d
          where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute command || ' owner to ${ROLE}';
  end loop;
end $$`;
