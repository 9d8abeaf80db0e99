import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readFigures } from './figures.ts';
import { Figures, MAX_DAYS, ReadFigures } from './schema.ts';

export function figureRoutes(http: Http, ctx: Context): void {
  http.get('/v1/conversations/figures', {
    config: { lane: 'expensive', errors: ['device_not_found'] },
    schema: {
      tags: ['Conversations'],
      operationId: 'getConversationFigures',
      summary: 'Get figures of conversations',
      description:
        'How much was asked and how fast it was answered, per day, hour of the week, device or person, in at most ' +
        `${MAX_DAYS} days. An answer counts when it is sent, within about 15 seconds.`,
      querystring: ReadFigures,
      response: { 200: Figures.describe('The figures.') },
    },
    handler: ({ account, query }) => readFigures(ctx, account, query),
  });
}
