import { z } from 'zod';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import {
  changeAutoReply,
  createAutoReply,
  deleteAutoReply,
  listAutoReplies,
  showAutoReply,
} from './auto-reply.ts';
import { CHANGE_DOCUMENTATION, CREATE_DOCUMENTATION } from './documentation.ts';
import {
  AutoReply,
  AutoReplyPage,
  AutoReplyParams,
  ChangeAutoReply,
  CreateAutoReply,
  ListAutoReplies,
  SavedAutoReply,
} from './schema.ts';
import { openTester } from './tester.ts';
import { AutoReplyTest, TestAutoReplies } from './tester-schema.ts';
import { viewAutoReply, viewSaved, viewTest } from './view.ts';

const tags = ['Automation'];

/** An extension of the contract. */
export function autoReplyRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  createRoute(http, ctx);
  changeRoutes(http, ctx);
  testRoute(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/auto-replies', {
    config: { lane: 'pages', errors: [] },
    schema: {
      tags,
      operationId: 'listAutoReplies',
      summary: 'List auto-replies',
      description: 'Lists the auto-replies by priority. Continue with `next_cursor` until it is null.',
      querystring: ListAutoReplies,
      response: { 200: AutoReplyPage.describe('One page.') },
    },
    handler: async ({ account, query }) =>
      viewPage(await listAutoReplies(ctx, account, query), viewAutoReply),
  });

  http.get('/v1/auto-replies/:id', {
    config: { lane: 'reads', errors: ['auto_reply_not_found'] },
    schema: {
      tags,
      operationId: 'getAutoReply',
      summary: 'Get an auto-reply',
      description: 'Shows one rule with its messages.',
      params: AutoReplyParams,
      response: { 200: AutoReply.describe('The auto-reply.') },
    },
    handler: async ({ account, params }) => viewAutoReply(await showAutoReply(ctx, account, params.id)),
  });
}

function createRoute(http: Http, ctx: Context): void {
  http.post('/v1/auto-replies', {
    config: {
      sends: 'later',
      errors: ['auto_reply_limit_reached', 'device_not_found', 'media_not_found'],
      documentation: CREATE_DOCUMENTATION,
    },
    schema: {
      tags,
      operationId: 'createAutoReply',
      summary: 'Create an auto-reply',
      description:
        'Creates a rule that answers customers. `warnings` names rules that hide each other. The rule answers ' +
        'messages that arrive from now on.',
      body: CreateAutoReply,
      response: { 201: SavedAutoReply.describe('The auto-reply.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const saved = await createAutoReply(onBehalfOf(ctx, request), account, body);
      return reply.code(201).send(viewSaved(saved));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/auto-replies/:id', {
    config: {
      sends: 'later',
      errors: ['auto_reply_not_found', 'device_not_found', 'media_not_found'],
      documentation: CHANGE_DOCUMENTATION,
    },
    schema: {
      tags,
      operationId: 'changeAutoReply',
      summary: 'Change an auto-reply',
      description: 'Changes the fields in the request. The kind stays.',
      params: AutoReplyParams,
      body: ChangeAutoReply,
      response: { 200: SavedAutoReply.describe('The auto-reply.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewSaved(await changeAutoReply(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/auto-replies/:id', {
    config: { errors: ['auto_reply_not_found'] },
    schema: {
      tags,
      operationId: 'deleteAutoReply',
      summary: 'Delete an auto-reply',
      description: 'Deletes a rule. Messages and decisions keep its `id`.',
      params: AutoReplyParams,
      response: { 204: z.null().describe('The auto-reply is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteAutoReply(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function testRoute(http: Http, ctx: Context): void {
  const test = openTester(ctx);
  http.post('/v1/auto-replies/test', {
    config: { errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'testAutoReplies',
      summary: 'Test the auto-replies',
      description:
        'Answers what would happen to a text: the words for a person and for opt-outs, rules, triggers of flows, ' +
        'greetings and away texts, and why other rules do not answer. Nothing is sent or stored. The conversation ' +
        'counts as one of the automation: one that staff owns gets no answer.',
      body: TestAutoReplies,
      response: { 200: AutoReplyTest.describe('The rules that match.') },
    },
    handler: async ({ account, body }) => viewTest(await test(account, body)),
  });
}
