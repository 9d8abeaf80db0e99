import type { Config } from '../../config.ts';
import { hasUsers } from '../../inbox/staff/users/user.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { type Db, openDatabase } from '../../platform/lib/db/db.ts';
import { checkServer } from '../../platform/lib/postgres/check-server.ts';
import { findRunningPostgres } from '../../platform/lib/postgres/embedded.ts';
import { judgeBackups } from '../operator/backups/backup.ts';
import { type Backup, viewBackup } from '../operator/backups/shown-backup.ts';
import { listGateways } from '../operator/gateways/gateway.ts';
import { type Counts, readCounts } from '../operator/health/counts.ts';

export type DatabaseState = 'running' | 'stopped' | 'unavailable';

export interface Found extends Counts {
  has_users: boolean;
  /** That live, on all machines. */
  gateways: { host: string; pid: number; version: string }[];
  /** The last one that is done and recorded. */
  last_backup: Backup | null;
}

/** Does not start a database. */
export async function readDatabase(config: Config): Promise<{ state: DatabaseState; counts: Found | null }> {
  try {
    const given = config.KURIR_DATABASE_DIRECT_URL ?? config.DATABASE_URL;
    const url = given ? (await checkServer(given)).url : await findRunningPostgres(config.KURIR_DATA_DIR);
    if (!url) return { state: 'stopped', counts: null };
    const { db, close } = openDatabase(url, { max: 1, name: 'kurir command' });
    try {
      return { state: 'running', counts: await read(db) };
    } finally {
      await close();
    }
  } catch {
    return { state: 'unavailable', counts: null };
  }
}

async function read(db: Db): Promise<Found> {
  const now = systemClock.now();
  const gateways = (await listGateways(db, now)).filter(({ isLost }) => !isLost);
  const { last } = await judgeBackups(db, now);
  return {
    ...(await readCounts(db, now)),
    has_users: await hasUsers({ db }),
    gateways: gateways.map(({ host, pid, version }) => ({ host, pid, version })),
    last_backup: last && viewBackup(last),
  };
}
