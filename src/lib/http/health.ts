import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Http } from './server.ts';

/** `/healthz`: the process answers. `/readyz`: 200 once `ready` says so, else 503; an error of `ready` counts as not ready. */
export function healthRoutes(http: Http, options: { ready(): Promise<boolean> }): void {
  const schema = (status: string) => ({
    tags: ['Health'],
    response: { 200: z.object({ status: z.literal(status) }) },
  });

  http.get('/healthz', { config: { quiet: true }, schema: schema('alive') }, async () => ({
    status: 'alive',
  }));

  http.get('/readyz', { config: { quiet: true }, schema: schema('ready') }, async () => {
    const ready = await options.ready().catch(() => false);
    if (!ready) throw new ApiError('service_unavailable', 'Not ready yet.');
    return { status: 'ready' };
  });
}
