import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const SAFE = new Set(['GET', 'HEAD']);

/** Changes nothing, so it needs no proof of its page. */
export function isSafe({ method, routeOptions }: FastifyRequest): boolean {
  return SAFE.has(method) && routeOptions.config.changesState !== true;
}

/**
 * By this gateway's page, or a program. Browsers send `Origin` with changes, `Sec-Fetch-Site` with
 * all calls.
 */
export function isOwnCall(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !ownOrigins(request, config).includes(origin)) return false;
  if (site === undefined || site === 'same-origin') return true;
  if (isVisit(request)) return true;
  return site === 'none' && isSafe(request);
}

/** Another site sends the browser on purpose. */
function isVisit({ headers, method, routeOptions }: FastifyRequest): boolean {
  return (
    routeOptions.config.takesVisits === true && method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  );
}

/** In the callers' spelling. A proxy may change Host, hence the setting. */
function ownOrigins(
  { clientScheme, headers }: FastifyRequest,
  { KURIR_PUBLIC_URL }: Config,
): (string | undefined)[] {
  const called = URL.parse(`${clientScheme}://${headers.host ?? ''}`);
  return [called?.origin, KURIR_PUBLIC_URL === undefined ? undefined : URL.parse(KURIR_PUBLIC_URL)?.origin];
}
