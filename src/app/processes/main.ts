import type { Config } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import { within } from '../../platform/lib/deadline.ts';
import type { HealthNotices } from '../../platform/lib/http/health.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import type { startApi } from '../http/http-server.ts';
import { originNoter } from '../operator/origin/noter.ts';
import { refuseUnfinishedUpgrade } from '../upgrade/note.ts';
import { makeDataFolder } from './data-folder.ts';
import { openGatewayDatabase } from './database.ts';
import { removeGatewayFile, writeGatewayFile } from './gateway-file.ts';
import { pauseNotice } from './identity/messages.ts';
import { surviveLostDatabase } from './lost-database.ts';
import { openProcessHealth } from './process-health.ts';
import { openCountedLog, watchProcess } from './process-samples.ts';
import { openSandbox } from './sandbox/sandbox.ts';
import { reportClock } from './sandbox/sandbox-clock.ts';
import { announced } from './sandbox/sandbox-presence.ts';
import { withSandboxToken } from './sandbox/sandbox-token.ts';
import { loadSecretKey, proveSecretKey } from './secret-key.ts';
import type { WelcomeLine } from './welcome-line.ts';

/** For a hanging statement. */
export const CONTEXT_CLOSE_MS = 500;

export interface Gateway {
  /** Another gateway has taken the database. */
  lost: AbortSignal;
  welcome: readonly WelcomeLine[];
  /** `/readyz` says 503 for KURIR_DRAIN_SECONDS, and all else goes on. */
  drain(): Promise<void>;
  /** Accept, sessions, worker, sandbox, PostgreSQL; within 5 s. */
  stop(): Promise<void>;
  /** Does not wait. */
  kill(): void;
}

/** Resolves when ready. Stops everything when a step fails or `signal` aborts. Errors have one line. */
export async function startGateway(given: Config, signal: AbortSignal): Promise<Gateway> {
  await using started = new AsyncDisposableStack();
  const kills: (() => void)[] = [];
  const keep = <T extends { stop(): Promise<unknown>; kill?(): void }>(part: T): T => {
    started.defer(async () => void (await part.stop()));
    if (part.kill) kills.push(() => part.kill?.());
    signal.throwIfAborted();
    return part;
  };
  const { log, ...counted } = openCountedLog(given, 'main');
  surviveLostDatabase(log);
  await openFolder(given);
  const config = await withSandboxToken(given, log);
  const key = await loadSecretKey(config);
  const database = keep(await openGatewayDatabase(config, log, signal, () => prepare(given)));
  const sandbox = await openSandbox(config, log);
  if (sandbox) keep(sandbox);
  if (sandbox) keep(reportClock(sandbox, log));
  const { prepareSchema } = await import('./schema.ts');
  await prepareSchema(database.directUrl, log, database.rights);
  const box = createSecretBox(key, config.KURIR_SECRET_KEY_OLD);
  const parts = { config, databaseUrl: database.url, box, log, ...counted, ...announced(sandbox) };
  const ctx = createContext({ ...parts, noteOrigin: originNoter(parts) });
  keep({ stop: () => within(CONTEXT_CLOSE_MS, ctx.close()) });
  await proveSecretKey(ctx.db, box);
  const { announceGateway } = await import('../operator/gateways/gateway.ts');
  const { startActing, takeOver } = await import('./roles.ts');
  if (database.embedded) await takeOver(ctx);

  // A taken port ends the start before any work.
  const health = openProcessHealth(() => database.identity?.paused != null);
  const hasApi = config.KURIR_ROLES.includes('api');
  const api = hasApi ? keep(await openApi(ctx, sandbox?.address ?? null, health)) : null;
  keep(await openProbes(ctx, health));
  health.started(keep(startActing(ctx, { database, key, sandbox })));
  keep(announceGateway(ctx));
  // The API stops first.
  if (api) keep(api);
  const writeNote = () => writeGatewayFile(config, api);
  await writeNote();
  api?.onRenewal(() => void writeNote().catch((error) => log.error({ err: error }, 'main.note_failed')));
  keep({ stop: () => removeGatewayFile(config) });

  const { plainWelcome, sandboxWelcome } = await import('./welcome.ts');
  const welcome =
    api && sandbox
      ? await sandboxWelcome(ctx, api.url, sandbox, signal)
      : await plainWelcome(ctx, api?.url ?? null);
  const pause = pauseNotice(config, database.identity);
  const running = started.move();
  return {
    welcome: pause ? [...welcome, pause] : welcome,
    lost: database.lost,
    drain: () => health.drain(config),
    stop: () => running.disposeAsync(),
    kill() {
      for (const kill of kills) kill();
    },
  };
}

/** A machine without the API does not load it. */
const openApi: typeof startApi = async (...args) => {
  const http = await import('../http/http-server.ts');
  return http.startApi(...args);
};

async function openProbes(ctx: Context, health: Required<HealthNotices>): Promise<{ stop(): Promise<void> }> {
  watchProcess(ctx.metrics, ctx.config);
  const { startHealth, startMetrics } = await import('../http/health-server.ts');
  const probes = await startHealth(ctx, health);
  const metrics = await startMetrics(ctx, health).catch(async (error: unknown) => {
    await probes.stop();
    throw error;
  });
  return { stop: async () => void (await Promise.all([probes.stop(), metrics.stop()])) };
}

async function openFolder(given: Config): Promise<void> {
  await makeDataFolder(given.KURIR_DATA_DIR);
  // Clearer than that a trial uses the folder.
  await refuseUnfinishedUpgrade(given);
}

/** With the lock of the folder: no upgrade begins to copy it meanwhile. */
async function prepare(given: Config): Promise<void> {
  await refuseUnfinishedUpgrade(given);
  loadAhead(given);
  if (!given.KURIR_ROLES.includes('api')) return;
  const { assertFreePort } = await import('../http/listen-problem.ts');
  await assertFreePort(given);
}

/** Meanwhile the database starts. A refused start loads none. */
function loadAhead({ KURIR_ROLES }: Config): void {
  const loads: Promise<unknown>[] = [import('./schema.ts'), import('./roles.ts')];
  if (KURIR_ROLES.includes('api')) loads.push(import('../http/http-server.ts'));
  for (const load of loads) load.catch(() => {});
}
