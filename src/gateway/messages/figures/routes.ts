import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readMessageFigures } from './figures.ts';
import { MAX_DAYS, MessageFigures, ReadMessageFigures } from './schema.ts';

export function messageFigureRoutes(http: Http, ctx: Context): void {
  http.get('/v1/messages/figures', {
    config: { lane: 'expensive', errors: ['device_not_found'] },
    schema: {
      tags: ['Messages'],
      operationId: 'getMessageFigures',
      summary: 'Get figures of messages',
      description:
        `How many messages came, went, arrived and failed, per day or device, in at most ${MAX_DAYS} days. ` +
        'A message counts on the day of its acceptance, with its present status. Waiting ones do not count yet.',
      querystring: ReadMessageFigures,
      response: { 200: MessageFigures.describe('The figures.') },
    },
    handler: ({ account, query }) => readMessageFigures(ctx, account, query),
  });
}
