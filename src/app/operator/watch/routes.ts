import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { renderMetrics, TEXT_FORMAT } from '../../../platform/lib/metrics/text-format.ts';
import { isSameSecret } from '../../../platform/lib/same-secret.ts';
import type { Installation } from '../health/routes.ts';
import { viewHealth } from '../health/view.ts';
import { openReading, readSamples } from './reading.ts';

const REFUSED = 'The token is missing or wrong. Send KURIR_METRICS_TOKEN: Authorization: Bearer TOKEN.';

/** For programs of the operator, with KURIR_METRICS_TOKEN if it is set. */
export function watchRoutes(http: Http, ctx: Context, installation: Installation): void {
  const reading = openReading(ctx, installation);
  const { KURIR_METRICS_TOKEN: token, DATABASE_URL } = ctx.config;
  const common = {
    config: { quiet: true, logsUnavailable: true },
    schema: { hide: true },
    onRequest: async (request: FastifyRequest) => requireToken(request, token),
  };
  http.get('/metrics', {
    ...common,
    handler: async (_request, reply) => {
      const samples = await readSamples(ctx, reading);
      return reply.type(TEXT_FORMAT).send(renderMetrics(samples));
    },
  });
  http.get('/operator/health.json', {
    ...common,
    handler: async () => {
      const { health } = await reading();
      return viewHealth(health, { isEmbedded: !DATABASE_URL, hasSandbox: installation.hasSandbox });
    },
  });
}

function requireToken({ headers }: FastifyRequest, token: string | undefined): void {
  if (token === undefined || isSameSecret(headers.authorization ?? '', `Bearer ${token}`)) return;
  throw new ApiError('invalid_api_key', REFUSED);
}
