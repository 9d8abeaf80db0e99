import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { actorOf } from '../acting.ts';
import {
  changeCannedReply,
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  renderCannedReply,
  showCannedReply,
} from './canned-reply.ts';
import {
  CannedReply,
  CannedReplyPage,
  CannedReplyParams,
  ChangeCannedReply,
  CreateCannedReply,
  ListCannedReplies,
  Render,
  Rendered,
  RenderParams,
} from './schema.ts';
import { viewCannedReply } from './view.ts';

const tags = ['Conversations'];

export function cannedReplyRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  createRoute(http, ctx);
  changeRoutes(http, ctx);
  renderRoute(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/canned-replies', {
    config: { lane: 'reads', staff: 'agent', errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'listCannedReplies',
      summary: 'List canned replies',
      description:
        'Lists the prepared texts of the account, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListCannedReplies,
      response: { 200: CannedReplyPage.describe('One page.') },
    },
    handler: async ({ account, query }) =>
      viewPage(await listCannedReplies(ctx, account, query), viewCannedReply),
  });

  http.get('/v1/canned-replies/:id', {
    config: { lane: 'reads', staff: 'agent', errors: ['canned_reply_not_found'] },
    schema: {
      tags,
      operationId: 'getCannedReply',
      summary: 'Get a canned reply',
      description: 'Shows a prepared text with its variables.',
      params: CannedReplyParams,
      response: { 200: CannedReply.describe('The canned reply.') },
    },
    handler: async ({ account, params }) => viewCannedReply(await showCannedReply(ctx, account, params.id)),
  });
}

function createRoute(http: Http, ctx: Context): void {
  http.post('/v1/canned-replies', {
    config: { sends: 'later', errors: ['canned_reply_limit_reached', 'device_not_found', 'media_not_found'] },
    schema: {
      tags,
      operationId: 'createCannedReply',
      summary: 'Create a canned reply',
      description:
        'Creates a prepared text. A variable in double braces gets its value when the text is rendered for a ' +
        'conversation.',
      body: CreateCannedReply,
      response: { 201: CannedReply.describe('The canned reply.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const made = await createCannedReply(onBehalfOf(ctx, request), account, body);
      return reply.code(201).send(viewCannedReply(made));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/canned-replies/:id', {
    config: { sends: 'later', errors: ['canned_reply_not_found', 'device_not_found', 'media_not_found'] },
    schema: {
      tags,
      operationId: 'changeCannedReply',
      summary: 'Change a canned reply',
      description: 'Changes the fields in the request. Null removes language or devices.',
      params: CannedReplyParams,
      body: ChangeCannedReply,
      response: { 200: CannedReply.describe('The canned reply.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewCannedReply(await changeCannedReply(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/canned-replies/:id', {
    config: { errors: ['canned_reply_not_found'] },
    schema: {
      tags,
      operationId: 'deleteCannedReply',
      summary: 'Delete a canned reply',
      description: 'Deletes a prepared text. Messages that were made from it stay as they are.',
      params: CannedReplyParams,
      response: { 204: z.null().describe('The canned reply is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteCannedReply(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function renderRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/canned-replies/:canned_reply_id/render', {
    config: { staff: 'agent', errors: ['canned_reply_not_found', 'conversation_not_found'] },
    schema: {
      tags,
      operationId: 'renderCannedReply',
      summary: 'Render a canned reply for a conversation',
      description:
        'Answers the text with the values of this conversation. Nothing is sent: send it, or a changed text, with ' +
        'POST /v1/conversations/{id}/messages.',
      params: RenderParams,
      body: Render,
      response: { 200: Rendered.describe('The text.') },
    },
    handler: async (request) => {
      const { account, params, body, staff } = request;
      const actor = actorOf(request, body.actor);
      const agent = staff || body.actor ? actor : null;
      const target = { conversation: params.id, reply: params.canned_reply_id, agent };
      const { text, missing } = await renderCannedReply(ctx, account, target);
      return { body: text, missing };
    },
  });
}
