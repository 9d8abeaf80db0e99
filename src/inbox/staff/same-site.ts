import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const SAFE = new Set(['GET', 'HEAD']);

/** Whether the call changes nothing, so that it needs no proof that our own page sent it. */
export function isSafe({ method, routeOptions }: FastifyRequest): boolean {
  return SAFE.has(method) && routeOptions.config.changesState !== true;
}

/**
 * Whether a page of this gateway sent the call, or a program. Browsers say from where it comes: `Origin` with each
 * change, and `Sec-Fetch-Site` with each call.
 */
export function isOwnCall(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !ownOrigins(request, config).includes(origin)) return false;
  if (site === undefined || site === 'same-origin') return true;
  if (isVisit(request)) return true;
  return site === 'none' && isSafe(request);
}

/** A browser that another site sends here on purpose. */
function isVisit({ headers, method, routeOptions }: FastifyRequest): boolean {
  return (
    routeOptions.config.takesVisits === true && method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  );
}

/** As callers spell them. A proxy may change Host, so that the setting has the address of the browser. */
function ownOrigins(
  { clientScheme, headers }: FastifyRequest,
  { KURIR_PUBLIC_URL }: Config,
): (string | undefined)[] {
  const called = URL.parse(`${clientScheme}://${headers.host ?? ''}`);
  return [called?.origin, KURIR_PUBLIC_URL === undefined ? undefined : URL.parse(KURIR_PUBLIC_URL)?.origin];
}
