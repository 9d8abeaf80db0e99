import { isAtLeast } from '../accounts/role.ts';
import type { Context } from '../context.ts';
import { listNumbersInTrouble } from '../devices/attention/attention.ts';
import type { Http } from '../lib/http/http.ts';
import { callerOf } from '../staff/staff-caller.ts';
import { listWebhooksInTrouble } from '../webhooks/webhook.ts';
import { Attention } from './schema.ts';

export function attentionRoutes(http: Http, ctx: Context): void {
  http.get(
    '/app/api/attention',
    {
      config: { staff: 'agent', errors: [] },
      schema: {
        tags: ['Staff'],
        operationId: 'getAttention',
        summary: 'Get what needs attention',
        description:
          'Lists the numbers and webhooks of the account that need a person, of those that the user sees.',
        response: { 200: Attention.describe('What needs attention. Empty lists: nothing.') },
      },
    },
    async (request) => {
      const maySeeWebhooks = isAtLeast(callerOf(request).role, 'admin');
      return {
        devices: await listNumbersInTrouble(ctx, request.account),
        webhooks: maySeeWebhooks ? await listWebhooksInTrouble(ctx, request.account.id) : [],
      };
    },
  );
}
