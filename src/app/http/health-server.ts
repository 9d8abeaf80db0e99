import type { Context } from '../../context.ts';
import { within } from '../../platform/lib/deadline.ts';
import { type HealthNotices, healthRoutes } from '../../platform/lib/http/health.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { listenProblem } from './listen-problem.ts';
import { openReadiness } from './readiness.ts';

const BODY_LIMIT = 1024;
const CLOSE_MS = 300;

/** `/healthz` and `/readyz` on KURIR_HEALTH_PORT, if it is set, for processes of every role. */
export async function startHealth(
  ctx: Context,
  { paused, missing }: Required<HealthNotices>,
): Promise<{ stop(): Promise<void> }> {
  const { KURIR_HOST: host, KURIR_HEALTH_PORT: port } = ctx.config;
  if (port === undefined) return { stop: async () => {} };
  const http = createHttp({ log: ctx.log, bodyLimit: BODY_LIMIT });
  healthRoutes(http, { ready: openReadiness(ctx, missing), paused, log: ctx.log });
  await http.listen({ host, port }).catch(async (error: unknown) => {
    throw await listenProblem(error, host, port, 'KURIR_HEALTH_PORT');
  });
  return {
    async stop() {
      const closed = http.close();
      http.server.closeAllConnections();
      await within(CLOSE_MS, closed);
    },
  };
}
