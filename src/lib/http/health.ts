import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Http } from './server.ts';

/**
 * `/healthz`: the process answers. `/readyz`: 200 once `ready` says so, else 503; an error of `ready` counts as not ready. It is polled, so
 * only a change is logged: one line when it turns, one when it is back.
 */
export function healthRoutes(http: Http, options: { ready(): Promise<boolean>; log: Log }): void {
  const { ready, log } = options;
  let wasReady = true;
  const tags = ['Operations'];
  const body = (status: 'alive' | 'ready') => z.object({ status: z.literal(status) });

  http.get(
    '/healthz',
    {
      config: { quiet: true },
      schema: {
        tags,
        operationId: 'isAlive',
        summary: 'Check that the process answers',
        response: { 200: body('alive').describe('The process answers.') },
      },
    },
    async () => ({ status: 'alive' as const }),
  );

  http.get(
    '/readyz',
    {
      config: { quiet: true, tellsUnavailable: true, errors: ['service_unavailable'] },
      schema: {
        tags,
        operationId: 'isReady',
        summary: 'Check that the process is ready',
        description: 'Ready when the database answers and all roles of this process have started.',
        response: { 200: body('ready').describe('The process is ready.') },
      },
    },
    async () => {
      let cause: unknown;
      const isReady = await ready().catch((error: unknown) => {
        cause = error;
        return false;
      });
      if (wasReady && !isReady) log.warn({ err: cause }, 'ready.lost');
      if (!wasReady && isReady) log.info({}, 'ready.back');
      wasReady = isReady;
      if (!isReady) throw new ApiError('service_unavailable', 'Not ready yet.');
      return { status: 'ready' as const };
    },
  );
}
