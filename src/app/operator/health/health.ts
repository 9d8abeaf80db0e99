import type { Context } from '../../../context.ts';
import { listNodes, type NodeRow } from '../../../gateway/devices/installation/installation.ts';
import { type BacklogRow, countBacklog } from '../../../gateway/events/consumer.ts';
import { type QueueAges, readQueue } from '../../../gateway/messages/queue/queue.ts';
import { type DeliveryQueue, readDeliveryQueue } from '../../../gateway/webhooks/webhook.ts';
import { listHeld } from '../../../platform/accounts/account.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { findLastMigration } from '../../../platform/lib/db/migrate.ts';
import { readServer, type ServerFacts } from '../../../platform/lib/db/server.ts';
import { type DiskSpace, isDiskLow, readDiskSpace } from '../../../platform/lib/disk-space.ts';
import { countJobs, type JobCounts } from '../../../platform/lib/jobs-queue.ts';
import { type BackupRow, judgeBackups } from '../backups/backup.ts';
import { type ListedGateway, listGateways } from '../gateways/gateway.ts';
import { type Counts, readCounts } from './counts.ts';
import type { Warning } from './schema.ts';

/** A delivery that is due for longer waits for no retry: the worker is behind. */
const OVERDUE_MS = 10 * MINUTE;
const NEEDED_ROLES = ['api', 'worker', 'sessions'];

/** What operators look at first. */
export interface Health {
  checkedAt: Date;
  migration: string;
  gateways: ListedGateway[];
  nodes: NodeRow[];
  /** `skewMs`: clock of the database minus clock of this machine. */
  server: ServerFacts & { answerMs: number; skewMs: number };
  disk: DiskSpace | null;
  messages: QueueAges;
  deliveries: DeliveryQueue;
  backlog: BacklogRow[];
  /** Null: no worker has ever run here. */
  jobs: JobCounts | null;
  counts: Counts;
  lastBackup: BackupRow | null;
  /** Suspended by a restore. */
  heldAccounts: number;
  warnings: Warning[];
}

type Reader = Pick<Context, 'db' | 'now' | 'config'>;

/** Of the installation; the disk is that of the machine which answers. */
export async function readHealth(ctx: Reader, { isPaused }: { isPaused: boolean }): Promise<Health> {
  const { db } = ctx;
  const now = ctx.now();
  const began = performance.now();
  const server = await readServer(db, {});
  const answerMs = Math.round(performance.now() - began);
  const skewMs = server.now.getTime() - now.getTime() - answerMs / 2;
  const backups = await judgeBackups(db, now);
  const found = {
    checkedAt: now,
    migration: await findLastMigration(db),
    gateways: await listGateways(db, now),
    nodes: await listNodes({ db }),
    server: { ...server, answerMs, skewMs },
    disk: await readDiskSpace(ctx.config.KURIR_DATA_DIR),
    messages: await readQueue(db, { now }),
    deliveries: await readDeliveryQueue({ db }, now),
    backlog: await countBacklog(db),
    jobs: await countJobs(db),
    counts: await readCounts(db, now),
    lastBackup: backups.last,
    heldAccounts: (await listHeld(db)).length,
  };
  return { ...found, warnings: [...warningsOf(found, isPaused), ...backups.warnings] };
}

function warningsOf(health: Omit<Health, 'warnings'>, isPaused: boolean): Warning[] {
  const { gateways, disk, deliveries, jobs, checkedAt, heldAccounts } = health;
  const living = gateways.filter(({ isLost }) => !isLost);
  const has = (role: string) => living.some(({ roles }) => roles.includes(role));
  const dueSince = deliveries.oldest_due_at;
  const found: [Warning, boolean][] = [
    ['paused', isPaused],
    ['held_accounts', heldAccounts > 0],
    ['low_disk', disk !== null && isDiskLow(disk)],
    ['missing_role', living.length > 0 && !NEEDED_ROLES.every(has)],
    ['several_versions', new Set(living.map(({ version }) => version)).size > 1],
    ['overdue_deliveries', dueSince !== null && checkedAt.getTime() - dueSince.getTime() > OVERDUE_MS],
    ['failing_jobs', jobs !== null && jobs.failing > 0],
  ];
  return found.filter(([, applies]) => applies).map(([warning]) => warning);
}
