import type { Context } from '../../context.ts';
import type { Templates } from '../../gateway/templates/template.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { limitOf } from '../../platform/lib/page.ts';
import { cannedReplyRoutes } from './canned-replies/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { getConversation } from './conversation.ts';
import { listConversations } from './conversation-list.ts';
import { withDetails } from './details.ts';
import { fieldValueRoutes } from './fields/routes.ts';
import { figureRoutes } from './figures/routes.ts';
import { findMessages, listMessages } from './history.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { labelRoutes } from './labels/routes.ts';
import { ListConversations, ListMessages } from './list-schema.ts';
import { macroRoutes } from './macros/routes.ts';
import { mentionRoutes } from './mentions/routes.ts';
import { personRoutes } from './merges/routes.ts';
import { ownershipRoutes } from './ownership/routes.ts';
import { ratingRoutes } from './ratings/routes.ts';
import { replyRoutes } from './replies/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { Conversation, ConversationPage, ConversationParams, HistoryPage } from './schema.ts';
import { settingsRoutes } from './settings/routes.ts';
import { showConversation } from './shown.ts';
import { timelineRoutes } from './timeline/routes.ts';
import { viewConversation, viewMessage } from './view.ts';
import { viewerRoutes } from './viewers/routes.ts';

const tags = ['Conversations'];

/** An extension of the contract. */
export function conversationRoutes(http: Http, ctx: Context, templates: Templates): void {
  listRoute(http, ctx);
  readRoutes(http, ctx);
  contactRoutes(http, ctx);
  personRoutes(http, ctx);
  replyRoutes(http, ctx, templates);
  ownershipRoutes(http, ctx);
  inboxRoutes(http, ctx);
  timelineRoutes(http, ctx);
  labelRoutes(http, ctx);
  fieldValueRoutes(http, ctx);
  cannedReplyRoutes(http, ctx);
  settingsRoutes(http, ctx);
  figureRoutes(http, ctx);
  ratingRoutes(http, ctx);
  mentionRoutes(http, ctx);
  savedViewRoutes(http, ctx);
  macroRoutes(http, ctx);
  viewerRoutes(http, ctx);
}

function listRoute(http: Http, ctx: Context): void {
  http.get('/v1/conversations', {
    config: { staff: 'agent', lane: 'pages', errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'listConversations',
      summary: 'List conversations',
      description:
        'Lists the chats of the account. All filters can be combined. Continue with `next_cursor` until it is ' +
        'null. A conversation that changes during this moves to its new place.',
      querystring: ListConversations,
      response: { 200: ConversationPage.describe('One page.') },
    },
    handler: async ({ account, query }) => {
      const { conversations, found, next } = await listConversations(ctx, account, query);
      const details = await withDetails(ctx, account.id, conversations);
      const data = details.map((row) => {
        return { ...viewConversation(row, account), ...found.get(row.id) };
      });
      return { data, next_cursor: next };
    },
  });
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/conversations/:id', {
    config: { staff: 'agent', lane: 'reads', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'getConversation',
      summary: 'Get a conversation',
      description: 'Shows a conversation with its owner and its last message.',
      params: ConversationParams,
      response: { 200: Conversation.describe('The conversation.') },
    },
    handler: ({ account, params }) => showConversation(ctx, account, params.id),
  });

  http.get('/v1/conversations/:id/messages', {
    config: { staff: 'agent', lane: 'pages', errors: ['conversation_not_found', 'message_not_found'] },
    schema: {
      tags,
      operationId: 'listConversationMessages',
      summary: 'List the messages of a conversation',
      description:
        'Lists everything that was written, both ways, newest first: also messages by API, of broadcasts and ' +
        'of earlier devices of the number. Continue with `next_cursor` until it is null. `q` finds messages by their ' +
        'words, and `around` opens the history at one of them.',
      params: ConversationParams,
      querystring: ListMessages,
      response: { 200: HistoryPage.describe('One page.') },
    },
    handler: async ({ account, params, query }) => {
      const row = await getConversation(ctx, account, params.id);
      const { q } = query;
      const page = { ...query, limit: limitOf(query.limit) };
      const { messages, next, newer } =
        q === undefined
          ? await listMessages(ctx, row, page)
          : await findMessages(ctx, account, row, { ...page, q });
      return {
        data: messages.map((row) => viewMessage(row, account)),
        next_cursor: next,
        ...(newer !== undefined && { newer_cursor: newer }),
      };
    },
  });
}
