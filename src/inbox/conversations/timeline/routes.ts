import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { actorOf } from '../acting.ts';
import { ConversationParams } from '../schema.ts';
import { AddNote, ListTimeline, TimelineEntry, TimelinePage } from './schema.ts';
import { addNote, listTimeline } from './timeline.ts';
import { viewEntry } from './view.ts';

const tags = ['Conversations'];

export function timelineRoutes(http: Http, ctx: Context): void {
  http.get('/v1/conversations/:id/timeline', {
    config: { staff: 'agent', lane: 'pages', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'listConversationTimeline',
      summary: 'List what happened to a conversation',
      description:
        'Lists changes of the owner, failed replies, notes, labels and snoozes, newest first. Continue with ' +
        '`next_cursor` until it is null.',
      params: ConversationParams,
      querystring: ListTimeline,
      response: { 200: TimelinePage.describe('One page.') },
    },
    handler: async ({ account, params, query }) =>
      viewPage(await listTimeline(ctx, account, params.id, query), viewEntry),
  });

  http.post('/v1/conversations/:id/notes', {
    config: { staff: 'agent', stores: 'bytes', errors: ['conversation_not_found', ...STORAGE_ERRORS] },
    schema: {
      tags,
      operationId: 'addConversationNote',
      summary: 'Add a note to a conversation',
      description:
        'Adds a note for staff to the timeline. The owner stays as it is. Mentioned users find it in their mentions.',
      params: ConversationParams,
      body: AddNote,
      response: { 201: TimelineEntry.describe('The note in the timeline.') },
    },
    handler: async (request, reply) => {
      const { account, params, body: note } = request;
      const actor = actorOf(request, note.actor);
      const entry = await addNote(onBehalfOf(ctx, request), account, params.id, { ...note, actor });
      return reply.code(201).send(viewEntry(entry));
    },
  });
}
