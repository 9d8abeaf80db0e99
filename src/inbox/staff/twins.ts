import type { RouteOptions } from 'fastify';
import type { Http } from '../../platform/lib/http/http.ts';

const KEYS = '/v1/';
const STAFF = '/app/api/';

/**
 * Registers each later route of /v1 a second time below /app/api, for staff: one handler, one schema. Comes before
 * hooks that change routes. `config.staff` of a route is the least role; without it, `admin`.
 */
export function registerTwins(http: Http): void {
  // `this` is the scope of the route, whose bodies the twin takes too.
  http.addHook('onRoute', function (route) {
    const { url, method, config } = route;
    // Fastify makes the HEAD of each GET.
    if (method === 'HEAD') return;
    if (url.startsWith(STAFF)) assertRole(route);
    if (!url.startsWith(KEYS) || config?.staff === 'none') return;
    const twin = { ...route, config: { ...config, staff: config?.staff ?? 'admin' } } as const;
    this.route({ ...twin, url: STAFF + url.slice(KEYS.length) });
  });
}

function assertRole({ method, url, config }: RouteOptions): void {
  const role = config?.staff;
  if (role === undefined || role === 'none') throw new Error(`${method} ${url} names no role of staff.`);
}
