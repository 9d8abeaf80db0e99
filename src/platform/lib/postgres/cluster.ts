import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { codeOf, reasonOf } from '../error-code.ts';
import { syncFolder } from '../sync-folder.ts';
import { nameOfUser } from '../user-name.ts';
import type { Prefix } from './fake-root.ts';
import { giveAway } from './give-away.ts';
import { PostgresProblem } from './problem.ts';
import { createRole, type IdleCluster, type RoleOptions, SUPERUSER } from './role.ts';
import { clusterArgument, runProgram } from './run-program.ts';
import type { ServerUser } from './system-user.ts';

/** Others need dump and restore. */
const MAJOR = '18';

export interface Places {
  dataDir: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  lockFile: string;
}

export function placesIn(dataDir: string): Places {
  const folder = path.resolve(dataDir);
  return {
    dataDir: folder,
    cluster: path.join(folder, 'postgres'),
    passwordFile: path.join(folder, 'postgres.password'),
    logFile: path.join(folder, 'postgres.log'),
    lockFile: path.join(folder, 'postgres.lock'),
  };
}

export async function prepareDataDir({ dataDir }: Places): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
  } catch (cause) {
    const owner = await stat(dataDir).catch(() => null);
    const reason = owner && owner.uid !== process.getuid?.() ? await belongs(owner.uid) : reasonOf(cause);
    throw new PostgresProblem(`The data folder ${dataDir} cannot be used: ${reason}`, { cause });
  }
}

async function belongs(uid: number): Promise<string> {
  const owner = await nameOfUser(uid);
  return `it belongs to ${owner}. Start Kurir as ${owner}, or choose another folder with KURIR_DATA_DIR`;
}

export async function readSystemIdentifier({ cluster }: Places): Promise<string | null> {
  const control = await readOrNull(path.join(cluster, 'global', 'pg_control'));
  return control ? control.readBigUInt64LE(0).toString() : null;
}

export async function readPassword({ passwordFile }: Places): Promise<string | null> {
  return (await readOrNull(passwordFile))?.toString().trim() ?? null;
}

/** Needs the folder's lock. Crashes leave no half-made cluster. */
export async function ensureCluster(
  places: Places,
  bin: string,
  user: ServerUser | null,
  options: Omit<RoleOptions, 'password'> & { prefix?: Prefix },
): Promise<void> {
  await removeLeftovers(places);
  if (await readSystemIdentifier(places)) {
    await assertUsable(places);
    return;
  }
  const password = (await readPassword(places)) ?? (await createPassword(places));
  // Unguessable, so no link can take it.
  const workshop = await mkdtemp(`${places.cluster}.new-`);
  const cluster = path.join(workshop, 'data');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(path.join(workshop, 'password'), `${password}\n`, { mode: 0o600 });
  await giveAway(workshop, user);
  const { prefix = [], ...role } = options;
  await makeCluster({ bin, cluster, user, prefix }, { ...role, password });
  await rename(cluster, places.cluster).catch((cause) => {
    throw new PostgresProblem(
      `${places.cluster} is in the way: it is no PostgreSQL data folder (${reasonOf(cause)})`,
      { cause },
    );
  });
  await syncFolder(places.dataDir);
  await rm(workshop, { recursive: true });
}

async function makeCluster(place: IdleCluster, options: RoleOptions): Promise<void> {
  await initdb(place, [
    `--pwfile=${clusterArgument(place.cluster)}/../password`,
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts alike everywhere.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ]);
  const problem = await createRole(place, options);
  if (problem !== null) throw new PostgresProblem(`The role of the database cannot be created: ${problem}`);
  await initdb(place, ['--sync-only']);
}

async function initdb(place: IdleCluster, args: string[]): Promise<void> {
  const command = [path.join(place.bin, 'initdb'), `--pgdata=${clusterArgument(place.cluster)}`, ...args];
  const problem = await runProgram(command, place);
  if (problem === null) return;
  const [reason = ''] = problem.split('\n');
  const hint = reason.includes('could not look up effective user ID')
    ? ' (give this user an entry in /etc/passwd, or set DATABASE_URL to your own PostgreSQL)'
    : '';
  throw new PostgresProblem(`initdb failed: ${reason}${hint}`);
}

async function assertUsable(places: Places): Promise<void> {
  const version = (await readOrNull(path.join(places.cluster, 'PG_VERSION')))?.toString().trim();
  if (version !== MAJOR) {
    throw new PostgresProblem(
      `${places.cluster} was made by PostgreSQL ${version}, this Kurir brings PostgreSQL ${MAJOR}`,
    );
  }
  if (!(await readPassword(places))) {
    throw new PostgresProblem(
      `${places.passwordFile} is missing: put it back from a backup, the database cannot be opened without it`,
    );
  }
}

async function createPassword({ passwordFile, dataDir }: Places): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const draft = `${passwordFile}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  await file.writeFile(`${password}\n`);
  await file.sync();
  await file.close();
  await rename(draft, passwordFile);
  await syncFolder(dataDir);
  return password;
}

async function removeLeftovers({ cluster, dataDir }: Places): Promise<void> {
  const prefix = `${path.basename(cluster)}.new-`;
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(prefix));
  for (const name of names) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    throw new PostgresProblem(`${file} cannot be read (${code}): start as the user that owns it`, {
      cause: error,
    });
  }
}
