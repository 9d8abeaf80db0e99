import type { Context } from '../../context.ts';
import type { Http } from '../lib/http/http.ts';
import type { CallCounter } from './call-counter.ts';
import { Usage } from './schema.ts';
import { getUsage } from './usage.ts';

/** Of an account. A house above counts them. */
export type CountDevices = (account: { id: number }) => Promise<number>;

/** Stores the counted calls first, so that the answer includes this call. */
export function usageRoutes(
  http: Http,
  ctx: Context,
  counter: CallCounter,
  countDevices: CountDevices,
): void {
  http.get('/v1/usage', {
    config: { lane: 'reads', errors: [] },
    schema: {
      tags: ['Usage'],
      operationId: 'getUsage',
      summary: 'Get the usage of this month',
      description:
        'Messages and calls of the current month (UTC), including this call. This call has no rate limit.',
      response: { 200: Usage.describe('The usage.') },
    },
    handler: async (request) => {
      await counter.flush();
      const { account } = request;
      return { ...(await getUsage(ctx, account)), devices: await countDevices(account) };
    },
  });
}
