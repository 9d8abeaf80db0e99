import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { actorOf } from '../acting.ts';
import { Conversation, ConversationParams } from '../schema.ts';
import { showConversation } from '../shown.ts';
import { changeLabel, changeLabels, createLabel, deleteLabel, listLabels } from './label.ts';
import {
  ChangeLabel,
  ChangeLabels,
  CreateLabel,
  Label,
  LabelPage,
  LabelParams,
  ListLabels,
} from './schema.ts';
import { viewLabel } from './view.ts';

const tags = ['Conversations'];

export function labelRoutes(http: Http, ctx: Context): void {
  listRoutes(http, ctx);
  changeRoutes(http, ctx);
  conversationRoute(http, ctx);
}

function listRoutes(http: Http, ctx: Context): void {
  http.get('/v1/labels', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listLabels',
      summary: 'List labels',
      description:
        'Lists the labels of the account, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListLabels,
      response: { 200: LabelPage.describe('One page.') },
    },
    handler: async ({ account, query }) => viewPage(await listLabels(ctx, account, query), viewLabel),
  });

  http.post('/v1/labels', {
    config: { errors: ['label_limit_reached'] },
    schema: {
      tags,
      operationId: 'createLabel',
      summary: 'Create a label',
      description: 'Creates a label for conversations. It needs a name that no other label has.',
      body: CreateLabel,
      response: { 201: Label.describe('The label.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      return reply.code(201).send(viewLabel(await createLabel(onBehalfOf(ctx, request), account, body)));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/labels/:id', {
    config: { errors: ['label_not_found'] },
    schema: {
      tags,
      operationId: 'changeLabel',
      summary: 'Change a label',
      description: 'Changes the name or the color of a label. All its conversations show it.',
      params: LabelParams,
      body: ChangeLabel,
      response: { 200: Label.describe('The label.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewLabel(await changeLabel(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/labels/:id', {
    config: { errors: ['label_not_found'] },
    schema: {
      tags,
      operationId: 'deleteLabel',
      summary: 'Delete a label',
      description: 'Deletes a label, and removes it from its conversations.',
      params: LabelParams,
      response: { 204: z.null().describe('The label is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteLabel(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function conversationRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/labels', {
    config: { staff: 'agent', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'changeConversationLabels',
      summary: 'Change the labels of a conversation',
      description: 'Adds and removes labels. The timeline has the change.',
      params: ConversationParams,
      body: ChangeLabels,
      response: { 200: Conversation.describe('The conversation.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const actor = actorOf(request, body.actor);
      await changeLabels(onBehalfOf(ctx, request), account, params.id, { ...body, actor });
      return showConversation(ctx, account, params.id);
    },
  });
}
