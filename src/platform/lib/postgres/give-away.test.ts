import { link, lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../../../test/harness/postgres-folder.ts';
import { giveAway } from './give-away.ts';

const isRoot = process.getuid?.() === 0;
const USER = { uid: 54_321, gid: 54_322 };

test.runIf(isRoot)('everything in the folder belongs to the user, and nothing behind a link', async () => {
  const { folder, cluster } = await scene();

  await giveAway(cluster, USER);

  const inside = ['.', 'base', 'base/1', 'to-file', 'to-folder'].map((name) => path.join(cluster, name));
  const outside = ['.', 'secret', 'other', 'other/file'].map((name) => path.join(folder, name));
  expect(await ownersOf(inside)).toEqual(inside.map(() => USER));
  expect(await ownersOf(outside)).toEqual(outside.map(() => ({ uid: 0, gid: 0 })));
});

test.runIf(isRoot)('a file with a second name stops the change, and the folder stays closed', async () => {
  const { folder, cluster } = await scene();
  await link(path.join(folder, 'secret'), path.join(cluster, 'base', 'planted'));

  const giving = giveAway(cluster, USER);

  await expect(giving).rejects.toThrow('base/planted has a second name (hard link)');
  expect(await ownersOf([path.join(folder, 'secret'), cluster])).toEqual([
    { uid: 0, gid: 0 },
    { uid: 0, gid: 0 },
  ]);
});

test.runIf(isRoot)('a link in the place of the folder is refused', async () => {
  const { folder, cluster } = await scene();
  await symlink(cluster, path.join(folder, 'link'));

  const giving = giveAway(path.join(folder, 'link'), USER);

  await expect(giving).rejects.toThrow('ENOTDIR');
});

/** A cluster whose previous owner has placed links to files of root. */
async function scene() {
  const { folder } = await emptyFolder();
  const cluster = path.join(folder, 'cluster');
  await mkdir(path.join(cluster, 'base'), { recursive: true });
  await mkdir(path.join(folder, 'other'));
  for (const name of ['secret', 'other/file', 'cluster/base/1']) await writeFile(path.join(folder, name), '');
  await symlink('../secret', path.join(cluster, 'to-file'));
  await symlink('../other', path.join(cluster, 'to-folder'));
  return { folder, cluster };
}

function ownersOf(files: string[]) {
  return Promise.all(
    files.map(async (file) => {
      const { uid, gid } = await lstat(file);
      return { uid, gid };
    }),
  );
}
