import type { Context } from '../../context.ts';
import { findSpending } from '../../gateway/costs/cap/cap.ts';
import { listNumbersInTrouble } from '../../gateway/devices/attention/attention.ts';
import { listWebhooksInTrouble } from '../../gateway/webhooks/webhook.ts';
import { isAtLeast } from '../../platform/accounts/role.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { callerOf } from '../staff/staff-caller.ts';
import { Attention } from './schema.ts';

export function attentionRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/attention', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags: ['Staff'],
      operationId: 'getAttention',
      summary: 'Get what needs attention',
      description:
        'The numbers and webhooks of the account that need a person, of those that the user sees, and its cost cap.',
      response: { 200: Attention.describe('What needs attention. Empty lists and null: nothing.') },
    },
    handler: async (request) => {
      const { account } = request;
      const isAdmin = isAtLeast(callerOf(request).role, 'admin');
      const spending = isAdmin ? await findSpending(ctx, account) : null;
      return {
        devices: await listNumbersInTrouble(ctx, account),
        webhooks: isAdmin ? await listWebhooksInTrouble(ctx, account.id) : [],
        cost_cap: spending?.state === 'below' ? null : spending,
      };
    },
  });
}
