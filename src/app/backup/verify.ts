import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { openTempFolder } from '../../platform/lib/temp-folder.ts';
import { proveSecretKey } from '../processes/secret-key.ts';
import type { Manifest } from './format.ts';
import { checkBackup, withUnpacked } from './open.ts';
import { withBackup } from './open-place.ts';
import type { BackupFiles } from './place.ts';
import { countAllRows } from './store.ts';

export interface Verified {
  manifest: Manifest;
  tables: number;
  rows: number;
}

/** Thrown away afterwards. Tables are read, not their indexes. */
const SETTINGS = { fsync: 'off', autovacuum: 'off', enable_indexonlyscan: 'off' };

/**
 * Restores a backup into a scratch folder and reads all of it: every file by its hash, every table on a server. Proves
 * the key of this installation. Throws CommandError, PostgresProblem and InvalidConfig.
 */
export async function verifyBackup(ctx: Context, address: string, scratch?: string): Promise<Verified> {
  return withBackup(ctx.config, address, (source) => verifyFiles(ctx, source, scratch));
}

async function verifyFiles(ctx: Context, source: BackupFiles, scratch?: string): Promise<Verified> {
  const manifest = await checkBackup(source);
  const temporary = await openTempFolder(scratch ?? ctx.config.KURIR_DATA_DIR, 'verify');
  try {
    const folder = join(temporary.path, 'data');
    const options = { manifest, folder, log: ctx.log, settings: SETTINGS };
    const counted = await withUnpacked(source, options, async ({ db }) => {
      await proveSecretKey(db, ctx.box);
      return countAllRows(db, {});
    });
    return { manifest, ...counted };
  } finally {
    await temporary.remove();
  }
}
