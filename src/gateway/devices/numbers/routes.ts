import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { checkNumbers } from './number-check.ts';
import { CheckedNumbers, CheckNumbers } from './schema.ts';

/** The check of numbers. An extension of the contract. */
export function numberRoutes(http: Http, ctx: Context): void {
  http.post('/v1/numbers/check', {
    // It waits for the network, up to 10 seconds.
    config: { staff: 'agent', lane: 'outside', errors: ['device_not_found'] },
    schema: {
      tags: ['Numbers'],
      operationId: 'checkNumbers',
      summary: 'Check numbers',
      description:
        'Advises on numbers before you send to them. It sends nothing and refuses nothing. An economy device asks ' +
        'the network for at most 20 unknown numbers in a minute, and Kurir keeps the answers for 30 days.',
      body: CheckNumbers,
      response: { 200: CheckedNumbers.describe('The numbers, in their order.') },
    },
    handler: async (request) => ({ data: await checkNumbers(ctx, request.account, request.body) }),
  });
}
