import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { within } from '../../platform/lib/deadline.ts';
import { type HealthNotices, healthRoutes } from '../../platform/lib/http/health.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import type { Http } from '../../platform/lib/http/server.ts';
import { watchRoutes } from '../operator/watch/routes.ts';
import { listenProblem } from './listen-problem.ts';
import { openReadiness } from './readiness.ts';

const BODY_LIMIT = 1024;
const CLOSE_MS = 300;
const LOOPBACK = '127.0.0.1';

interface SmallServer {
  /** Empty without a port. */
  url: string;
  stop(): Promise<void>;
}

/** `/healthz` and `/readyz` on KURIR_HEALTH_PORT, if it is set, for processes of every role. */
export async function startHealth(
  ctx: Context,
  { paused, missing }: Required<HealthNotices>,
): Promise<SmallServer> {
  const { KURIR_HOST: host, KURIR_HEALTH_PORT: port, KURIR_METRICS_TOKEN: token } = ctx.config;
  return listen(ctx, { host, port, setting: 'KURIR_HEALTH_PORT' }, (http) => {
    healthRoutes(http, { ready: openReadiness(ctx, missing), paused, log: ctx.log });
    if (token !== undefined) watchRoutes(http, ctx, { hasSandbox: hasSandbox(ctx.config), paused });
  });
}

/** `/metrics` on KURIR_METRICS_PORT, if it is set. Without a token only programs of this machine reach it. */
export async function startMetrics(
  ctx: Context,
  { paused }: Pick<Required<HealthNotices>, 'paused'>,
): Promise<SmallServer> {
  const { KURIR_HOST, KURIR_METRICS_PORT: port, KURIR_METRICS_TOKEN: token } = ctx.config;
  const host = token === undefined ? LOOPBACK : KURIR_HOST;
  return listen(ctx, { host, port, setting: 'KURIR_METRICS_PORT' }, (http) =>
    watchRoutes(http, ctx, { hasSandbox: hasSandbox(ctx.config), paused }),
  );
}

const hasSandbox = ({ KURIR_SANDBOX }: Config) => KURIR_SANDBOX === 'on';

async function listen(
  { log }: Context,
  place: { host: string; port: number | undefined; setting: 'KURIR_HEALTH_PORT' | 'KURIR_METRICS_PORT' },
  addRoutes: (http: Http) => void,
): Promise<SmallServer> {
  const { host, port, setting } = place;
  if (port === undefined) return { url: '', stop: async () => {} };
  const http = createHttp({ log, bodyLimit: BODY_LIMIT });
  addRoutes(http);
  const url = await http.listen({ host, port }).catch(async (error: unknown) => {
    throw await listenProblem(error, host, port, setting);
  });
  return {
    url,
    async stop() {
      const closed = http.close();
      http.server.closeAllConnections();
      await within(CLOSE_MS, closed);
    },
  };
}
