import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { placesIn } from './cluster.ts';

/**
 * The part of a copied data folder that is the same file in its original: `cp -a` copies links, and `cp -al` makes
 * hard links. Null for a separate copy.
 */
export async function findSharedPart(dataDir: string): Promise<string | null> {
  const { cluster } = placesIn(dataDir);
  for (const link of [cluster, path.join(cluster, 'pg_wal')]) {
    if ((await lstat(link)).isSymbolicLink()) return link;
  }
  const control = path.join(cluster, 'global', 'pg_control');
  return (await stat(control)).nlink > 1 ? control : null;
}
