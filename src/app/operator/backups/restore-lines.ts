import { resolve } from 'node:path';
import { commandPrefix } from '../../../command-prefix.ts';
import type { Context } from '../../../context.ts';
import { quoted } from '../../../platform/lib/shell.ts';
import { findLatestDone } from './store.ts';

/** Lines for a shell on the machine of the gateway. They restore the last backup; the present data stay beside it. */
export async function restoreLines({ config, db }: Pick<Context, 'config' | 'db'>): Promise<string[]> {
  const enter = `cd ${quoted(process.cwd())}`;
  if (config.DATABASE_URL) return [enter, 'pg_restore --no-owner --dbname="$DATABASE_URL" ~/kurir.dump'];
  const kurir = commandPrefix(config);
  const backup = quoted((await findLatestDone(db, {}))?.location ?? 'BACKUP');
  const folder = resolve(config.KURIR_DATA_DIR);
  const [data, before] = [quoted(folder), quoted(`${folder}.before`)];
  const { KURIR_BACKUP_PASSPHRASE, KURIR_BACKUP_PASSPHRASE_FILE, KURIR_SECRET_KEY } = config;
  const hasKey = KURIR_BACKUP_PASSPHRASE || KURIR_BACKUP_PASSPHRASE_FILE || KURIR_SECRET_KEY;
  const key = `install -D -m 600 ${before}/secret-key ${data}/secret-key`;
  const lines = [`${kurir} stop`, `mv ${data} ${before}`, ...(hasKey ? [] : [key])];
  return [enter, ...lines, `${kurir} restore ${backup}`, `${kurir} start`];
}
