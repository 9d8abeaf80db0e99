import type { RouteOptions } from 'fastify';
import type { Http } from '../../platform/lib/http/http.ts';

const KEYS = '/v1/';
const STAFF = '/app/api/';

/**
 * Adds later routes of /v1 below /app/api, for staff. Before hooks that change routes.
 * `config.staff`: least role, by default `admin`.
 */
export function registerTwins(http: Http): void {
  // `this`: the route's scope, with its bodies.
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
