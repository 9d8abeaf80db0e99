import type { Config } from '../../config.ts';
import { createContext } from '../../context.ts';
import type { Network } from '../../gateway/engines/engine.ts';
import { assertSchema } from '../../platform/lib/db/migrate.ts';
import { untilDatabaseAnswers } from '../../platform/lib/retry.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { returnSpareMemory } from '../../platform/lib/spare-memory.ts';
import { isWatched } from '../../watch-settings.ts';
import { originNoter } from '../operator/origin/noter.ts';
import { linkBus } from './linked-bus.ts';
import { surviveLostDatabase } from './lost-database.ts';
import { openCountedLog, watchProcess } from './process-samples.ts';
import { proveSecretKey } from './secret-key.ts';
import { type FromChild, HEARTBEAT_MS, SESSIONS_DRAIN_MS, type ToChild } from './supervisor.ts';

/** Younger than those of a usual scrape. */
const SAMPLES_MS = 5_000;

/**
 * Main handles the signals. Without main it gives its devices back, as after `stop`, before its leases run out: two
 * owners of a number would destroy its keys.
 */
export async function runSessionsProcess(
  config: Config,
  { network, nodeId, gateway }: { network: Network; nodeId: string; gateway: string | undefined },
): Promise<void> {
  const stop = new AbortController();
  // A dead main is no error: its disconnect follows.
  const say = (text: FromChild) => process.connected && process.send?.(text, undefined, undefined, () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('message', (message) => {
    if (message === ('stop' satisfies ToChild)) stop.abort();
  });
  returnSpareMemory();
  const timer = setInterval(say, HEARTBEAT_MS, 'heartbeat');
  say('heartbeat');
  process.on('disconnect', () => {
    clearInterval(timer);
    stop.abort();
    setTimeout(() => process.exit(1), SESSIONS_DRAIN_MS);
  });

  const { DATABASE_URL: databaseUrl, KURIR_SECRET_KEY: key } = config;
  if (!databaseUrl || !key)
    throw new Error('A sessions process needs DATABASE_URL and KURIR_SECRET_KEY from main.');
  const { log, ...counted } = openCountedLog(config, `sessions ${network}`);
  const { metrics } = counted;
  watchProcess(metrics, config);
  if (isWatched(config)) setInterval(() => say({ samples: metrics.own() }), SAMPLES_MS).unref();
  surviveLostDatabase(log);
  const box = createSecretBox(key, config.KURIR_SECRET_KEY_OLD);
  const parts = { config, databaseUrl, box, log, gateway, ...counted };
  const ctx = createContext({ ...parts, noteOrigin: originNoter(parts) });
  ctx.order.onLate((kind, ms) => say({ late: { kind, ms } }));
  linkBus(ctx.bus, process, (message, done) => process.send?.(message, undefined, undefined, () => done()));
  try {
    // Its first connection goes to the first server, which may be gone.
    await untilDatabaseAnswers(stop.signal, () => assertSchema(ctx.db));
    await proveSecretKey(ctx.db, box);
    const { runSessions } = await import('./sessions.ts');
    await runSessions({ ctx, network, nodeId, stopSignal: stop.signal, onWorking: () => say('working') });
  } finally {
    clearInterval(timer);
    await ctx.close();
  }
  process.exit(0);
}
