import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { readCosts } from './costs.ts';
import { Costs, MAX_DAYS, ReadCosts } from './schema.ts';

export function costRoutes(http: Http, ctx: Context): void {
  http.get('/v1/costs', {
    config: { lane: 'expensive', errors: ['device_not_found'] },
    schema: {
      tags: ['Usage'],
      operationId: 'getCosts',
      summary: 'Get what messages cost',
      description:
        `What the provider of official numbers charges, in at most ${MAX_DAYS} days (UTC). A message counts once, ` +
        'on the day of its delivery, when the provider has reported its price.',
      querystring: ReadCosts,
      response: { 200: Costs.describe('The costs.') },
    },
    handler: ({ account, query }) => readCosts(ctx, account, query),
  });
}
