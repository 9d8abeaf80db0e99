import { ROLES } from '../../../config.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { type Sample, sample } from '../../../platform/lib/metrics/metrics.ts';
import type { INSTALLATION_METRICS, LabelsOf } from '../../../platform/lib/metrics/table.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import type { Health } from '../health/health.ts';
import type { Figures } from './figures.ts';

type Name = keyof typeof INSTALLATION_METRICS;

/** Of the installation, as the health page and the further figures have it. */
export function samplesOfInstallation(health: Health, figures: Figures): Sample[] {
  return [
    ...samplesOfPlace(health),
    ...samplesOfProcesses(health),
    ...samplesOfDevices(health, figures),
    ...samplesOfQueues(health, figures),
    ...samplesOfCustomers(health, figures),
  ];
}

function samplesOfPlace({ migration, server, disk, lastBackup, warnings, checkedAt }: Health): Sample[] {
  return [
    sample('kurir_build_info', [VERSION, migration], 1),
    sample('kurir_database_up', [], 1),
    sample('kurir_database_answer_seconds', [], server.answerMs / SECOND),
    sample('kurir_database_clock_skew_seconds', [], server.skewMs / SECOND),
    sample('kurir_database_size_bytes', [], server.size_bytes),
    ...each('kurir_database_server_connections', { open: server.connections, most: server.max_connections }),
    ...(disk ? each('kurir_disk_bytes', { free: disk.free_bytes, total: disk.total_bytes }) : []),
    ...(lastBackup ? [sample('kurir_last_backup_age_seconds', [], age(lastBackup.made_at, checkedAt))] : []),
    ...warnings.map((warning) => sample('kurir_warnings', [warning], 1)),
  ];
}

function samplesOfProcesses({ gateways, nodes }: Health): Sample[] {
  const versions = Map.groupBy(
    gateways,
    ({ version, isLost }) => `${version} ${isLost ? 'lost' : 'running'}`,
  );
  const running = gateways.filter(({ isLost }) => !isLost);
  const networks = Map.groupBy(nodes, ({ network }) => network);
  return [
    ...[...versions].map(([labels, found]) => {
      const [version = '', state = ''] = labels.split(' ');
      return sample('kurir_gateways', [version, state], found.length);
    }),
    ...ROLES.map((role) => {
      const having = running.filter(({ roles }) => roles.includes(role));
      return sample('kurir_gateway_roles', [role], having.length);
    }),
    ...[...networks].flatMap(([network, found]) => {
      const devices = found.map((node) => node.devices);
      return [
        sample('kurir_sessions_processes', [network], found.length),
        sample('kurir_sessions_devices', [network, 'most'], Math.max(...devices)),
        sample('kurir_sessions_devices', [network, 'least'], Math.min(...devices)),
      ];
    }),
  ];
}

function samplesOfDevices({ checkedAt }: Health, { devices }: Figures): Sample[] {
  const engines = Map.groupBy(devices, ({ engine }) => engine);
  return [
    ...devices.map(({ engine, status, reason, count }) =>
      sample('kurir_devices', [engine, status, reason ?? ''], count),
    ),
    ...[...engines].map(([engine, found]) => {
      const times = found.flatMap(({ offline_since }) =>
        offline_since ? [age(offline_since, checkedAt)] : [],
      );
      return sample('kurir_devices_offline_since_seconds', [engine], Math.max(0, ...times));
    }),
    ...each('kurir_official_numbers', {
      quality_red: sumOf(devices, ({ red }) => red),
      token_ends_soon: sumOf(devices, ({ token_ends_soon }) => token_ends_soon),
    }),
  ];
}

function samplesOfQueues(
  { messages, deliveries, backlog, jobs, checkedAt }: Health,
  figures: Figures,
): Sample[] {
  const { oldestQueued, searchLag } = figures;
  const { queued: all, over_1_minute, over_10_minutes, over_1_hour } = messages;
  const dueSince = deliveries.oldest_due_at;
  return [
    ...each('kurir_messages_queued', { all, over_1_minute, over_10_minutes, over_1_hour }),
    ...oldestQueued.map(({ engine, device_status, oldest_at }) =>
      sample('kurir_messages_oldest_seconds', [engine, device_status], age(oldest_at, checkedAt)),
    ),
    ...each('kurir_deliveries', { pending: deliveries.pending, due: deliveries.due }),
    sample('kurir_deliveries_oldest_seconds', [], dueSince ? age(dueSince, checkedAt) : 0),
    ...backlog.map(({ consumer, waiting }) => sample('kurir_events_waiting', [consumer], waiting)),
    ...(jobs ? each('kurir_jobs', { waiting: jobs.waiting, failing: jobs.failing }) : []),
    sample('kurir_search_behind_messages', [], searchLag),
  ];
}

function samplesOfCustomers({ counts }: Health, { broadcasts, nearQuota, tokens }: Figures): Sample[] {
  const running = broadcasts.find(({ status }) => status === 'running');
  return [
    ...each('kurir_webhooks', counts.webhooks),
    ...broadcasts.map(({ status, count }) => sample('kurir_broadcasts', [status], count)),
    sample('kurir_broadcast_recipients_waiting', [], running?.waiting ?? 0),
    ...each('kurir_accounts', counts.accounts),
    ...each('kurir_accounts_near_quota', { 90: nearQuota.near, 100: nearQuota.full }),
    sample('kurir_language_model_tokens', [], tokens),
  ];
}

type OneLabel = { [N in Name]: LabelsOf<N>['length'] extends 1 ? N : never }[Name];

function each(name: OneLabel, values: Partial<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([label, value = 0]) => sample(name, [label], value));
}

const age = (since: Date, now: Date) => Math.max(0, (now.getTime() - since.getTime()) / SECOND);
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);
