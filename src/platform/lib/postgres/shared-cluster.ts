import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { placesIn } from './cluster.ts';

/** Shared with the original: `cp -a` copies links, `cp -al` makes hard links. Null: separate. */
export async function findSharedPart(dataDir: string): Promise<string | null> {
  const { dataDir: folder, cluster } = placesIn(dataDir);
  const entries = await readdir(folder, { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => path.join(folder, name));
  for (const link of links) {
    if (await isFolder(link)) return link;
  }
  const wal = path.join(cluster, 'pg_wal');
  if ((await lstat(wal)).isSymbolicLink()) return wal;
  const control = path.join(cluster, 'global', 'pg_control');
  return (await stat(control)).nlink > 1 ? control : null;
}

async function isFolder(place: string): Promise<boolean> {
  const found = await stat(place).catch(() => null);
  return found?.isDirectory() ?? false;
}
