import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { getCap, setCap } from './cap.ts';
import { CostCapSetting, SetCostCap } from './schema.ts';

const tags = ['Usage'];
const response = { 200: CostCapSetting.describe('The cap.') };

export function costCapRoutes(http: Http, ctx: Context): void {
  http.get('/v1/costs/cap', {
    config: { lane: 'expensive', errors: [] },
    schema: {
      tags,
      operationId: 'getCostCap',
      summary: 'Get the cost cap',
      description: 'The most that official numbers may cost in a month, and what of it is spent.',
      response,
    },
    handler: ({ account }) => getCap(ctx, account),
  });

  http.put('/v1/costs/cap', {
    config: { staff: 'owner', lane: 'expensive', errors: [] },
    schema: {
      tags,
      operationId: 'setCostCap',
      summary: 'Set the cost cap',
      description:
        'When the costs of a month (UTC) reach the cap, broadcasts of official numbers pause, and automation hands ' +
        'their conversations to people. Replies of people and `POST /v1/messages` are still sent. All of it goes ' +
        'on by itself in the next month, or with a higher cap. The key needs the scope `full`.',
      body: SetCostCap,
      response,
    },
    handler: (request) => setCap(onBehalfOf(ctx, request), request.account, request.body),
  });
}
