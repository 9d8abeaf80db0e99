import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { silentLog } from '../../src/platform/lib/log.ts';
import { prepareBinaries } from '../../src/platform/lib/postgres/binaries.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { giveAway } from '../../src/platform/lib/postgres/give-away.ts';
import { DATABASE, ROLE } from '../../src/platform/lib/postgres/role.ts';
import { clusterArgument, runProgram, SERVER_ENV } from '../../src/platform/lib/postgres/run-program.ts';
import { ownerOf } from '../../src/platform/lib/postgres/server-user.ts';
import type { ServerUser } from '../../src/platform/lib/postgres/system-user.ts';
import type { Cleanup } from './database.ts';
import { choosePort } from './free-port.ts';
import { everyProcess, workingFolder } from './processes.ts';
import { until } from './until.ts';

/** Of this machine alone. */
const HBA = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust\n`).join('');

/** A PostgreSQL server of a group that replicates. */
export interface GroupServer {
  port: number;
  /** Ends it with all its processes, as a lost machine. */
  kill(): Promise<void>;
  /** Stops its processes without ending them, as a machine that hangs; `goOn` ends that. */
  hang(): Promise<void>;
  goOn(): Promise<void>;
  promote(): Promise<void>;
}

export interface ServerGroup {
  /** Lists all servers, the primary first. */
  url: string;
  /** Lists these servers. */
  urlOf(...servers: readonly GroupServer[]): string;
  primary: GroupServer;
  standbys: [GroupServer, GroupServer];
}

interface Parts {
  bin: string;
  user: ServerUser | null;
}

/** A primary, and two standbys of which one has to confirm each commit. */
export async function serverGroup(cleanup: Cleanup): Promise<ServerGroup> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-group-'));
  const children: ChildProcess[] = [];
  cleanup(async () => {
    for (const { pid } of everyProcess())
      if (workingFolder(pid).startsWith(folder)) process.kill(pid, 'SIGCONT');
    await Promise.all(children.map(endAtOnce));
    await rm(folder, { recursive: true, force: true });
  });
  const first = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, superuser: true });
  await first.stop();
  const original = join(folder, 'postgres');
  const user = process.getuid?.() === 0 ? await ownerOf(original) : null;
  const bin = await prepareBinaries({ asRoot: user !== null, fallbackFolder: folder });
  await writeFile(join(original, 'pg_hba.conf'), HBA);
  const ports = [await choosePort(), await choosePort(), await choosePort()] as const;
  const start = async (name: string, index: 0 | 1 | 2) => {
    const cluster = join(folder, name);
    if (index > 0) {
      await cp(original, cluster, { recursive: true });
      await writeFile(join(cluster, 'standby.signal'), '');
    }
    await giveAway(cluster, user);
    const child = launch({ bin, user }, cluster, {
      port: ports[index],
      ...(index > 0 && { primary_conninfo: `${placeOf(ports[0])} application_name=${name}` }),
      ...(index === 0 && { synchronous_standby_names: 'ANY 1 (a, b)' }),
    });
    children.push(child);
    return serverOf({ bin, user }, { cluster, child, port: ports[index] });
  };
  // Standbys are copies of the primary before its first start.
  const standbys: [GroupServer, GroupServer] = [await start('a', 1), await start('b', 2)];
  const primary = await start('postgres', 0);
  const urlOf = (...servers: readonly GroupServer[]) => {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://${ROLE}@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  };
  const url = urlOf(primary, ...standbys);
  await until(() => inSync(ports[0]), { what: 'both standbys' });
  return { url, urlOf, primary, standbys };
}

const placeOf = (port: number) => `host=127.0.0.1 port=${port} user=${ROLE}`;

function launch({ bin, user }: Parts, cluster: string, settings: Record<string, string | number>) {
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    max_wal_senders: 8,
    wal_keep_size: '256MB',
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = ['-D', clusterArgument(cluster), ...args];
  return spawn(join(bin, 'postgres'), command, { cwd: cluster, env: SERVER_ENV, stdio: 'ignore', ...user });
}

function serverOf(
  { bin, user }: Parts,
  { cluster, child, port }: { cluster: string; child: ChildProcess; port: number },
): GroupServer {
  // Each process of a server leads its own session.
  const signal = async (name: NodeJS.Signals) => {
    for (const { pid } of everyProcess()) if (workingFolder(pid) === cluster) process.kill(pid, name);
  };
  return {
    port,
    hang: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    kill: () => endAtOnce(child),
    async promote() {
      const command = [join(bin, 'pg_ctl'), 'promote', '-D', clusterArgument(cluster)];
      const problem = await runProgram(command, { cluster, user });
      if (problem !== null) throw new Error(problem);
    },
  };
}

/** Without a checkpoint or a last word to a standby. */
async function endAtOnce(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGQUIT');
  await ended;
}

async function inSync(port: number): Promise<boolean> {
  const client = new pg.Client(`postgres://${ROLE}@127.0.0.1:${port}/${DATABASE}`);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(`select from pg_stat_replication where state = 'streaming'`);
    return rowCount === 2;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
