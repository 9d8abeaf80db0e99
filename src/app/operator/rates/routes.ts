import type { Context } from '../../../context.ts';
import { listRates, saveRates } from '../../../gateway/costs/rates/rates.ts';
import { Rates, SavedRates, SaveRates } from '../../../gateway/costs/rates/schema.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { asOperator } from '../acting.ts';

const tags = ['Operator'];

export function operatorRateRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/operator/rates', {
    config: { staff: 'operator', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listRates',
      summary: 'List rates of messages',
      description: 'Lists what the provider of official numbers charges, as you have entered it.',
      response: { 200: Rates.describe('All rates.') },
    },
    handler: async () => ({ data: await listRates(ctx) }),
  });

  http.put('/app/api/operator/rates', {
    config: { staff: 'operator', errors: [] },
    schema: {
      tags,
      operationId: 'saveRates',
      summary: 'Save or remove rates of messages',
      description:
        'Saves rates by market, category and first day; others stay. Costs of past days change with their rates.',
      body: SaveRates,
      response: { 200: SavedRates.describe('What changed.') },
    },
    handler: (request) => saveRates(asOperator(ctx, request), request.body.rates),
  });
}
