import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { callerOf } from '../../staff/staff-caller.ts';
import { ConversationParams } from '../schema.ts';
import { Look, Viewers } from './schema.ts';
import { lookAt, viewersOf } from './viewer.ts';

const tags = ['Conversations'];
const response = { 200: Viewers.describe('The users who look at the conversation now.') };

/** Who looks at a conversation, and who types: for users alone. */
export function viewerRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/conversations/:id/presence', {
    config: { staff: 'agent', lane: 'reads', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'listConversationViewers',
      summary: 'List who looks at a conversation',
      description: 'Lists the users who look at the conversation now, and who types.',
      params: ConversationParams,
      response,
    },
    handler: async ({ account, params }) => ({ data: await viewersOf(ctx, account, params.id) }),
  });

  http.put('/app/api/conversations/:id/presence', {
    config: { staff: 'agent', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'lookAtConversation',
      summary: 'Say that you look at a conversation',
      description:
        'Shows other users that you look at the conversation, or type. The customer sees that you type, as ' +
        '`read_receipts` of the settings says.',
      params: ConversationParams,
      body: Look,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      await lookAt(ctx, account, { user: callerOf(request), uuid: params.id, state: body.state });
      return { data: await viewersOf(ctx, account, params.id) };
    },
  });
}
