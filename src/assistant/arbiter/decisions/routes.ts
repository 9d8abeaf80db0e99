import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { listDecisions } from './decision.ts';
import { DecisionPage, DecisionParams, ListDecisions } from './schema.ts';
import { viewDecision } from './view.ts';

export function decisionRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/conversations/:id/decisions',
    {
      config: { staff: 'agent', lane: 'pages', errors: ['conversation_not_found'] },
      schema: {
        tags: ['Automation'],
        operationId: 'listConversationDecisions',
        summary: 'List what the automation decided in a conversation',
        description:
          'Lists one decision per message of the customer, newest first: what answered, or why nothing did. ' +
          'Continue with `next_cursor` until it is null.',
        params: DecisionParams,
        querystring: ListDecisions,
        response: { 200: DecisionPage.describe('One page.') },
      },
    },
    async ({ account, params, query }) =>
      viewPage(await listDecisions(ctx, account, params.id, query), viewDecision),
  );
}
