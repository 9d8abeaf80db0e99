import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { type CommandOutput, EXIT_CODES } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { readDiskSpace } from '../../platform/lib/disk-space.ts';
import { isRunningIn } from '../../platform/lib/folder-process.ts';
import { localUrl } from '../../platform/lib/local-url.ts';
import { findServerPid } from '../../platform/lib/postgres/embedded.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { readGatewayFile } from '../processes/gateway-file.ts';
import { findOriginal } from '../processes/identity/identity.ts';
import { readIdentity } from '../processes/identity/identity-file.ts';
import { copyMessage, pauseNotice } from '../processes/identity/messages.ts';
import { sandboxFolder } from '../processes/sandbox/sandbox.ts';
import { findSandboxNote } from '../processes/sandbox/sandbox-note.ts';
import { findSessions } from '../processes/sessions-note.ts';
import { plainLine } from '../processes/welcome-line.ts';
import { askGateway } from './gateway-client.ts';
import { type DatabaseState, type Found, readDatabase } from './status-database.ts';

const HEALTH_MS = 15 * SECOND;

interface Status {
  version: string;
  gateway: 'ready' | 'not_ready' | 'stopped';
  url: string | null;
  database: DatabaseState;
  sandbox: 'running' | 'stopped';
  processes: { gateway: number | null; sessions: number[]; postgres: number | null; sandbox: number | null };
  /** Null when the database does not answer. */
  counts: Found | null;
  data_folder: string;
  /** The folder is a copy, or an adopted copy that is paused. */
  notice?: string;
  /** Null without a data folder. */
  disk: { free_bytes: number; total_bytes: number } | null;
}

/** `kurir status`: starts and changes nothing. Sets the exit code for scripts. */
export async function showStatus(config: Config, { json }: { json: boolean }): Promise<CommandOutput> {
  const { counts, ...rest } = await readStatus(config);
  if (rest.gateway !== 'ready') process.exitCode = EXIT_CODES.failed;
  return json ? { ...rest, ...counts } : inWords({ counts, ...rest });
}

async function readStatus(config: Config): Promise<Status> {
  const [file, note, sessions, postgres, { state, counts }, disk, notice] = await Promise.all([
    readGatewayFile(config),
    findSandboxNote(sandboxFolder(config)),
    findSessions(config),
    config.DATABASE_URL ? null : findServerPid(config.KURIR_DATA_DIR),
    readDatabase(config),
    readDiskSpace(config.KURIR_DATA_DIR),
    config.DATABASE_URL ? null : noticeOf(config),
  ]);
  const sandbox = note?.process && isRunningIn(sandboxFolder(config), note.process) ? note.process.pid : null;
  return {
    version: VERSION,
    gateway: file ? await readiness(config, file.url) : 'stopped',
    url: file?.url ?? null,
    database: state,
    sandbox: sandbox === null ? 'stopped' : 'running',
    processes: { gateway: file?.gateway.pid ?? null, sessions, postgres, sandbox },
    counts,
    data_folder: resolve(config.KURIR_DATA_DIR),
    ...(notice !== null && { notice }),
    disk,
  };
}

/** Of the gateway of this data folder. */
export async function readReadiness(config: Config): Promise<Status['gateway']> {
  const file = await readGatewayFile(config);
  return file ? readiness(config, file.url) : 'stopped';
}

async function readiness(config: Config, url: string | null): Promise<'ready' | 'not_ready'> {
  if (url === null) return readinessWithoutApi(config);
  return askGateway(config, 'GET', '/readyz').then(
    () => 'ready',
    () => 'not_ready',
  );
}

/** Without a health port there is no address to ask. */
async function readinessWithoutApi(config: Config): Promise<'ready' | 'not_ready'> {
  const { KURIR_HEALTH_PORT: port, KURIR_HOST: host } = config;
  if (port === undefined) return 'ready';
  const signal = AbortSignal.timeout(HEALTH_MS);
  const answer = await fetch(`${localUrl('http', host, port)}/readyz`, { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ? 'ready' : 'not_ready';
}

async function noticeOf(config: Config): Promise<string | null> {
  const original = await findOriginal(config);
  if (original) return copyMessage(config, original);
  const pause = pauseNotice(config, await readIdentity(config.KURIR_DATA_DIR));
  return pause && plainLine(pause);
}

function inWords(status: Status): CommandOutput {
  const { processes, counts, disk, data_folder: folder } = status;
  return {
    version: status.version,
    gateway: `${GATEWAY[status.gateway]}${processOf(processes.gateway)}`,
    ...(status.url !== null && { address: status.url }),
    database: `${DATABASE[status.database]}${processOf(processes.postgres)}`,
    sandbox: `${status.sandbox}${processOf(processes.sandbox)}`,
    sessions: processes.sessions.length === 0 ? 'none' : `running${processOf(...processes.sessions)}`,
    ...(counts && countsInWords(counts, isWithoutGateway(status, counts))),
    disk: disk ? `${gigabytes(disk.free_bytes)} free of ${gigabytes(disk.total_bytes)}` : 'not known',
    data_folder: folder,
    // The notice says what comes next.
    ...(status.notice ? { notice: status.notice } : adviceFor(status)),
  };
}

const GATEWAY = {
  ready: 'ready',
  not_ready: 'running, but not ready',
  stopped: 'stopped',
} as const satisfies Record<Status['gateway'], string>;

const DATABASE = {
  running: 'running',
  stopped: 'stopped',
  unavailable: 'does not answer',
} as const satisfies Record<DatabaseState, string>;

function processOf(...pids: (number | null)[]): string {
  const known = pids.filter((pid) => pid !== null);
  if (known.length === 0) return '';
  return ` (${known.length > 1 ? 'processes' : 'process'} ${known.join(', ')})`;
}

/** The states of devices are those of before. A gateway elsewhere may serve the database of DATABASE_URL. */
function isWithoutGateway({ gateway, processes }: Status, { gateways }: Found): boolean {
  return gateway === 'stopped' && (processes.postgres !== null || gateways.length === 0);
}

function countsInWords(found: Found, isStopped: boolean): CommandOutput {
  const { accounts, devices, queued_messages, webhooks, vectors, gateways, last_backup, attention } = found;
  return {
    ...(gateways.length > 1 && { gateways: gateways.map(({ host, pid }) => `${host} (${pid})`).join(', ') }),
    accounts: eachOf(accounts),
    devices: `${eachOf(devices)}${isStopped ? ', before the gateway stopped' : ''}`,
    queue: `${queued_messages} ${queued_messages === 1 ? 'message' : 'messages'}`,
    webhooks: eachOf(webhooks),
    ...(attention.length > 0 && { attention: attention.map(troubleOf).join('; ') }),
    ...(vectors.pgvector + vectors.in_process > 0 && { vectors: searchesInWords(vectors) }),
    backup: last_backup?.made_at ?? 'none recorded',
  };
}

function searchesInWords({ pgvector, in_process }: Found['vectors']): string {
  return `${pgvector} ${pgvector === 1 ? 'account' : 'accounts'} with pgvector, ${in_process} in the process`;
}

function eachOf(counts: Record<string, number>): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return parts.join(', ') || 'none';
}

/** Names of accounts are written by people. */
function troubleOf({ account, account_id, numbers, webhooks }: Found['attention'][number]): string {
  const counts = {
    [numbers === 1 ? 'number' : 'numbers']: numbers,
    [webhooks === 1 ? 'webhook' : 'webhooks']: webhooks,
  };
  return `${account} (${account_id}): ${eachOf(counts)}`;
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function adviceFor({ gateway, database, counts }: Status): { next?: string } {
  if (gateway === 'stopped') return { next: `Start the gateway: npm start, in production: ${KURIR} start` };
  if (database !== 'running' || gateway === 'not_ready') return { next: 'Read the log of the gateway.' };
  if (!counts) return {};
  if (Object.keys(counts.accounts).length === 0) {
    return { next: `Create an account: ${KURIR} account create --name NAME --plan pro` };
  }
  if (!counts.has_users) {
    return { next: `Create the first user: ${KURIR} user create EMAIL --role owner --operator` };
  }
  if (Object.keys(counts.devices).length === 0) return { next: `Pair a device: ${KURIR} device pair` };
  return {};
}
