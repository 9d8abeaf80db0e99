// Runs an embedded PostgreSQL until SIGTERM or a kill by a test. Prints {url, pid, tookOver} or {error}.
// Arguments: data folder, kind, and optionally the user id to become once everything is loaded.
import { silentLog } from '../../src/platform/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import type { OwnerKind } from '../../src/platform/lib/postgres/folder-lock.ts';
import { holdGatewayLock } from '../../src/platform/lib/postgres/gateway-lock.ts';

const [dataDir = '', kind = 'gateway', uid] = process.argv.slice(2);
if (uid) {
  process.setgroups?.([]);
  process.setgid?.(Number(uid));
  process.setuid?.(Number(uid));
}
const alive = setInterval(() => {}, 60_000);

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, kind: kind as OwnerKind });
  const lock = kind === 'gateway' ? await holdGatewayLock(postgres.url, silentLog) : null;
  process.once('SIGTERM', async () => {
    await lock?.release();
    await postgres.stop();
    clearInterval(alive);
  });
  say({ url: postgres.url, pid: postgres.pid, tookOver: postgres.tookOver });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  clearInterval(alive);
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
