import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { callerOf } from '../../staff/staff-caller.ts';
import { createMacro, listMacros, prepareMacro, removeMacro, replaceMacro } from './macro.ts';
import { Macro, MacroParams, Macros, PreparedMacro, PrepareParams, SaveMacro } from './schema.ts';

const tags = ['Conversations'];

/** Acts of staff with a name: for users alone. */
export function macroRoutes(http: Http, ctx: Context): void {
  listRoute(http, ctx);
  changeRoutes(http, ctx);
  prepareRoute(http, ctx);
}

function listRoute(http: Http, ctx: Context): void {
  http.get('/app/api/macros', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listInboxMacros',
      summary: 'List macros',
      description: 'Lists your macros, and those that the account shares.',
      response: { 200: Macros.describe('Shared ones first, each by name.') },
    },
    handler: async (request) => ({ data: await listMacros(ctx, request.account, callerOf(request)) }),
  });

  http.post('/app/api/macros', {
    config: { staff: 'agent', errors: ['insufficient_role'] },
    schema: {
      tags,
      operationId: 'createInboxMacro',
      summary: 'Create a macro',
      description: 'Stores acts on a chat under a name. Admins share macros with the account.',
      body: SaveMacro,
      response: { 201: Macro.describe('The macro.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const macro = await createMacro(onBehalfOf(ctx, request), account, callerOf(request), body);
      return reply.code(201).send(macro);
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.put('/app/api/macros/:id', {
    config: { staff: 'agent', errors: ['insufficient_role', 'macro_not_found'] },
    schema: {
      tags,
      operationId: 'replaceInboxMacro',
      summary: 'Change a macro',
      description: 'Replaces your own macro, or a shared one as an admin.',
      params: MacroParams,
      body: SaveMacro,
      response: { 200: Macro.describe('The macro.') },
    },
    handler: (request) => {
      const { account, params, body } = request;
      return replaceMacro(onBehalfOf(ctx, request), account, callerOf(request), {
        ...body,
        uuid: params.id,
      });
    },
  });

  http.delete('/app/api/macros/:id', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'deleteInboxMacro',
      summary: 'Remove a macro',
      description: 'Removes your own macro, or a shared one as an admin. Others stay.',
      params: MacroParams,
      response: { 204: z.null().describe('You do not have the macro any more.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await removeMacro(onBehalfOf(ctx, request), account, callerOf(request), params.id);
      return reply.code(204).send(null);
    },
  });
}

function prepareRoute(http: Http, ctx: Context): void {
  http.get('/app/api/conversations/:id/macros/:macro_id', {
    config: { staff: 'agent', lane: 'reads', errors: ['conversation_not_found', 'macro_not_found'] },
    schema: {
      tags,
      operationId: 'prepareInboxMacro',
      summary: 'Prepare a macro for a chat',
      description:
        'Answers the acts of a macro with the names and the text for this chat. Nothing is done: the caller does ' +
        'them with the calls of single acts.',
      params: PrepareParams,
      response: { 200: PreparedMacro.describe('The acts.') },
    },
    handler: (request) => {
      const { account, params } = request;
      const target = { conversation: params.id, uuid: params.macro_id };
      return prepareMacro(ctx, account, callerOf(request), target);
    },
  });
}
