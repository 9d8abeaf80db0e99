import type { Config } from '../../config.ts';
import { createContext } from '../../context.ts';
import { within } from '../../platform/lib/deadline.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { startHealth } from '../http/health-server.ts';
import { assembleHttp } from '../http/http-server.ts';
import { assertFreePort } from '../http/listen-problem.ts';
import { originNoter } from '../operator/origin/noter.ts';
import { openGatewayDatabase } from './database.ts';
import { CONTEXT_CLOSE_MS } from './main.ts';
import { openCountedLog } from './process-samples.ts';
import './roles.ts';
import { prepareSchema } from './schema.ts';
import { loadSecretKey, proveSecretKey } from './secret-key.ts';

const PLACE = { KURIR_HOST: '127.0.0.1', KURIR_HEALTH_PORT: 0 };

export interface Trial {
  /** On loopback, with `/readyz`. */
  url: string;
  stop(): Promise<void>;
}

/** For `kurir upgrade`: a start without roles. It migrates and loads everything; it accepts and sends nothing. */
export async function startTrial(config: Config, signal: AbortSignal): Promise<Trial> {
  await using started = new AsyncDisposableStack();
  const { log, ...counted } = openCountedLog(config, 'main');
  const key = await loadSecretKey(config);
  const database = await openGatewayDatabase(config, log, signal, () => assertFreePort(config));
  started.defer(() => database.stop());
  await prepareSchema(database.directUrl, log, database.rights);
  const box = createSecretBox(key, config.KURIR_SECRET_KEY_OLD);
  const parts = { config, databaseUrl: database.url, box, log, ...counted };
  const ctx = createContext({ ...parts, noteOrigin: originNoter(parts) });
  started.defer(async () => void (await within(CONTEXT_CLOSE_MS, ctx.close())));
  await proveSecretKey(ctx.db, box);
  const http = assembleHttp(ctx, null);
  started.defer(() => http.close());
  await http.ready();
  const notices = { paused: () => null, missing: () => null };
  const health = await startHealth({ ...ctx, config: { ...config, ...PLACE } }, notices);
  started.defer(() => health.stop());
  const running = started.move();
  return { url: health.url, stop: () => running.disposeAsync() };
}
