import type { Context } from '../../../context.ts';
import { refuseLostNames } from '../../../gateway/contacts/fields/lost-names.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { actorOf } from '../acting.ts';
import { Conversation, ConversationParams } from '../schema.ts';
import { showConversation } from '../shown.ts';
import { changeFields } from './field-values.ts';
import { ChangeFields } from './schema.ts';

/** Values of a conversation. Its fields are defined beside those of contacts. */
export function fieldValueRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/conversations/:id/fields', {
    config: { staff: 'agent', errors: ['conversation_not_found'] },
    preValidation: refuseLostNames,
    schema: {
      tags: ['Conversations'],
      operationId: 'changeConversationFields',
      summary: 'Change the own fields of a conversation',
      description: 'Changes the given values. Null takes one away; others stay. The timeline has the change.',
      params: ConversationParams,
      body: ChangeFields,
      response: { 200: Conversation.describe('The conversation.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const actor = actorOf(request, body.actor);
      await changeFields(onBehalfOf(ctx, request), account, params.id, { ...body, actor });
      return showConversation(ctx, account, params.id);
    },
  });
}
