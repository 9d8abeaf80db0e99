import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { callerOf } from '../../staff/staff-caller.ts';
import { listViews, removeView, saveView } from './saved-view.ts';
import { InboxView, InboxViews, SaveView, ViewParams } from './schema.ts';

const tags = ['Conversations'];

/** Filters of the inbox with a name: for users alone. */
export function savedViewRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/views', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listInboxViews',
      summary: 'List saved views',
      description: 'Lists your saved views of the inbox, and those that the account shares.',
      response: { 200: InboxViews.describe('Shared ones first, each by name.') },
    },
    handler: async (request) => ({ data: await listViews(ctx, request.account, callerOf(request)) }),
  });

  http.post('/app/api/views', {
    config: { staff: 'agent', errors: ['insufficient_role'] },
    schema: {
      tags,
      operationId: 'saveInboxView',
      summary: 'Save a view',
      description:
        'Saves the filters of a list of the inbox under a name. Admins share views with the account.',
      body: SaveView,
      response: { 201: InboxView.describe('The view.') },
    },
    handler: async (request, reply) => {
      const view = await saveView(ctx, request.account, callerOf(request), request.body);
      return reply.code(201).send(view);
    },
  });

  http.delete('/app/api/views/:id', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'deleteInboxView',
      summary: 'Remove a saved view',
      description: 'Removes your own view, or a shared one as an admin. Others stay.',
      params: ViewParams,
      response: { 204: z.null().describe('You do not have the view any more.') },
    },
    handler: async (request, reply) => {
      await removeView(ctx, request.account, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
}
