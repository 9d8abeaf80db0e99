import type { Config } from '../../../config.ts';
import { MINUTE, SECOND, systemClock } from '../../../platform/lib/clock.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { type Db, openDatabase } from '../../../platform/lib/db/db.ts';
import { assertSchema } from '../../../platform/lib/db/migrate.ts';
import { reasonOf } from '../../../platform/lib/error-code.ts';
import { findRunningPostgres } from '../../../platform/lib/postgres/embedded.ts';
import { type Health, readHealth } from '../../operator/health/health.ts';
import type { Warning } from '../../operator/health/schema.ts';
import { type Figures, readFigures } from '../../operator/watch/figures.ts';
import { checkDatabase } from '../../processes/database.ts';
import { type Finding, fault, ok, type Verdict, warning } from './finding.ts';

const SKEW_MS = 2 * SECOND;
const LARGE_SKEW_MS = 30 * SECOND;
const STUCK_MS = 15 * MINUTE;

/** The database, and what it says of the installation. Starts none. */
export async function checkInstallation(config: Config): Promise<Finding[]> {
  let url: string | null;
  try {
    url = await findUrl(config);
  } catch (error) {
    return [fault('database', reasonOf(error), 'Correct the setting, or start the server.')];
  }
  if (url === null) {
    return [
      warning('database', 'its server does not run', `Start the gateway, then ask again: ${KURIR} start`),
    ];
  }
  const { db, close } = openDatabase(url, { max: 1, name: 'kurir command' });
  try {
    return await read(db, config);
  } catch (error) {
    return [fault('database', reasonOf(error), 'Read the log of the gateway and of the database.')];
  } finally {
    await close();
  }
}

/** Null: the embedded server does not run. Rejects with the problem of a server, pooler or setting. */
async function findUrl(config: Config): Promise<string | null> {
  if (!config.DATABASE_URL) return findRunningPostgres(config.KURIR_DATA_DIR);
  return (await checkDatabase(config)).directUrl;
}

async function read(db: Db, config: Config): Promise<Finding[]> {
  const schema = await assertSchema(db).then(
    () => null,
    (error: unknown) => reasonOf(error),
  );
  if (schema !== null) return [fault('migrations', schema, 'Start the gateway of the newest version once.')];
  const ctx = { db, config, now: systemClock.now };
  const health = await readHealth(ctx, { isPaused: false });
  const { server, migration } = health;
  return [
    ok(
      'database',
      `PostgreSQL ${server.version}, ${server.connections} of ${server.max_connections} connections`,
    ),
    ok('migrations', migration),
    checkClock(server.skewMs),
    ...checkWork(health, await readFigures(ctx)),
    ...checkWarnings(health),
  ];
}

function checkClock(skewMs: number): Finding {
  const found = `${(skewMs / SECOND).toFixed(1)} s between database and this machine`;
  const advice = 'Set up NTP on both machines.';
  if (Math.abs(skewMs) > LARGE_SKEW_MS) return fault('clock', found, advice);
  return Math.abs(skewMs) > SKEW_MS ? warning('clock', found, advice) : ok('clock', found);
}

function checkWork({ gateways, checkedAt }: Health, { oldestQueued, devices }: Figures): Finding[] {
  const waiting = oldestQueued.filter(({ device_status }) => device_status === 'connected');
  const oldestMs = Math.max(0, ...waiting.map(({ oldest_at }) => checkedAt.getTime() - oldest_at.getTime()));
  const age = `the oldest message of a connected device has waited for ${Math.round(oldestMs / MINUTE)} minutes`;
  const lost = gateways.filter(({ isLost }) => isLost).map(({ host, pid }) => `${host} (${pid})`);
  const refused = devices.filter(({ reason }) => reason === 'client_outdated' || reason === 'client_refused');
  return [
    oldestMs > STUCK_MS
      ? fault('queue', age, `See the reason of the devices: ${KURIR} device list. Then read the log.`)
      : ok('queue', age),
    lost.length > 0
      ? warning('gateways', `ended without a stop within a day: ${lost.join(', ')}`, 'Read their logs.')
      : ok('gateways', `${gateways.length} running`),
    refused.length > 0
      ? fault(
          'client_version',
          'WhatsApp refuses the client',
          'Set KURIR_WHATSAPP_VERSIONS, or update Kurir.',
        )
      : ok('client_version', 'no device was refused'),
  ];
}

const MAKE_BACKUP = `${KURIR} backup FOLDER --verify; with DATABASE_URL see docs/backups.md`;
/** `low_disk` has its own check. `paused` is for the gateway to say. */
const WARNINGS: Record<Exclude<Warning, 'low_disk' | 'paused'>, [Verdict, found: string, advice: string]> = {
  held_accounts: [
    'fault',
    'accounts wait since a restore',
    `Decide about what was queued: ${KURIR} account activate --held --drop-queued`,
  ],
  missing_role: [
    'fault',
    'no running gateway has one of the roles',
    'Start a gateway with the role: KURIR_ROLES.',
  ],
  several_versions: ['warning', 'gateways of several versions run', 'Finish the upgrade.'],
  overdue_deliveries: [
    'fault',
    'webhook deliveries are late',
    'Start a gateway with the role worker, or read its log.',
  ],
  failing_jobs: ['warning', 'jobs fail', 'Look for jobs.error in the log.'],
  no_backup: ['warning', 'no backup is recorded', MAKE_BACKUP],
  old_backup: ['warning', 'the last backup is older than seven days', MAKE_BACKUP],
  failed_backup: ['fault', 'the last backup failed', MAKE_BACKUP],
};

function checkWarnings({ warnings }: Health): Finding[] {
  return Object.entries(WARNINGS).flatMap(([check, [verdict, found, advice]]) =>
    warnings.some((each) => each === check) ? [{ check, verdict, found, advice }] : [],
  );
}
