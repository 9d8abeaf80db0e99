import type { Context } from '../../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import { encodeCursor } from '../../lib/page.ts';
import { listRequests } from './request-log.ts';
import { KEPT_DAYS, ListRequests, MAX_KEPT, RequestPage } from './schema.ts';
import { viewRequest } from './view.ts';

/** An extension of the contract. */
export function requestLogRoutes(http: Http, ctx: Context): void {
  http.get('/v1/requests', {
    // It names other keys and their addresses.
    config: { errors: [], requiresFull: true },
    schema: {
      tags: ['Requests'],
      operationId: 'listRequests',
      summary: 'List calls of the API',
      description:
        'Lists the calls that the keys of the account made, with their answers, newest first. A call appears ' +
        `about a second after its answer, and stays for ${KEPT_DAYS} days or until ` +
        `${MAX_KEPT.toLocaleString('en')} newer ones are listed. Bodies and texts are not stored. A call with ` +
        'a wrong key belongs to no account and is not listed. The calling key needs the scope `full`.',
      querystring: ListRequests,
      response: { 200: RequestPage.describe('One page.') },
    },
    handler: async (request) => {
      const { requests, next } = await listRequests(ctx, request.account.id, request.query);
      return { data: requests.map(viewRequest), next_cursor: next && encodeCursor(next) };
    },
  });
}
