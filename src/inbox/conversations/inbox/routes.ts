import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { callerOf } from '../../staff/staff-caller.ts';
import { actorOf } from '../acting.ts';
import { Conversation, ConversationParams } from '../schema.ts';
import { showConversation } from '../shown.ts';
import { countOpen } from './counts.ts';
import { markRead } from './read.ts';
import { ConversationCounts, MarkRead, Snooze } from './schema.ts';
import { snooze } from './snooze.ts';

const tags = ['Conversations'];
const response = { 200: Conversation.describe('The conversation.') };

/** What staff does in its inbox, beside answering. */
export function inboxRoutes(http: Http, ctx: Context): void {
  countRoute(http, ctx);
  seenRoute(http, ctx);

  http.post('/v1/conversations/:id/read', {
    config: { staff: 'agent', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'markConversationRead',
      summary: 'Mark a conversation as read',
      description: 'Sets `unread` to 0, or to the messages after `up_to`. The customer does not learn of it.',
      params: ConversationParams,
      body: MarkRead,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      await markRead(onBehalfOf(ctx, request), account, params.id, body);
      return showConversation(ctx, account, params.id);
    },
  });

  http.post('/v1/conversations/:id/snooze', {
    config: { staff: 'agent', errors: ['conversation_closed', 'conversation_not_found'] },
    schema: {
      tags,
      operationId: 'snoozeConversation',
      summary: 'Snooze a conversation',
      description:
        'Sets `snoozed_until` of an open conversation, or ends a snooze with null. A message of the customer, or ' +
        'another owner, ends it earlier. At its end, the conversation is on top of the list.',
      params: ConversationParams,
      body: Snooze,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const actor = actorOf(request, body.actor);
      await snooze(onBehalfOf(ctx, request), account, params.id, { ...body, actor });
      return showConversation(ctx, account, params.id);
    },
  });
}

function seenRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/seen', {
    config: { staff: 'agent', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'showConversationSeen',
      summary: 'Show the customer that messages are read',
      description:
        'Marks the conversation as read, and shows it to the customer (blue ticks), regardless of `read_receipts` of ' +
        'the settings. A number with hidden receipts shows nothing. Counts among the newest 100 messages.',
      params: ConversationParams,
      body: MarkRead,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      await markRead(onBehalfOf(ctx, request), account, params.id, { ...body, isSeen: true });
      return showConversation(ctx, account, params.id);
    },
  });
}

/** For users alone: the numbers beside the views of their inbox. */
function countRoute(http: Http, ctx: Context): void {
  http.get('/app/api/conversations/counts', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'countConversations',
      summary: 'Count the open conversations',
      description:
        'Counts the conversations that are not closed, and the unread groups, by their flags. ' +
        'Add up what a view shows.',
      response: { 200: ConversationCounts.describe('One entry for each combination with conversations.') },
    },
    handler: async (request) => ({ data: await countOpen(ctx, request.account, callerOf(request).name) }),
  });
}
