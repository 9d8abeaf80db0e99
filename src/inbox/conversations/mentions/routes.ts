import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { callerOf } from '../../staff/staff-caller.ts';
import { listMentions, readMentions } from './mention.ts';
import { ListMentions, MentionPage, MentionsRead, ReadMentions } from './schema.ts';
import { viewMention } from './view.ts';

const tags = ['Conversations'];

/** Notes that mention the user, and assignments to them: for users alone. */
export function mentionRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/mentions', {
    config: { staff: 'agent', lane: 'pages', errors: [] },
    schema: {
      tags,
      operationId: 'listMentions',
      summary: 'List your unread mentions',
      description:
        'Lists the notes that mention you, and the conversations that others assigned to you, that you have not ' +
        'read, newest first.',
      querystring: ListMentions,
      response: { 200: MentionPage.describe('One page.') },
    },
    handler: async (request) => {
      const { account, query } = request;
      return viewPage(await listMentions(ctx, account, callerOf(request), query), viewMention);
    },
  });

  http.post('/app/api/mentions/read', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'readMentions',
      summary: 'Mark mentions as read',
      description: 'Removes mentions from the list. The notes stay in their timelines.',
      body: ReadMentions,
      response: { 200: MentionsRead.describe('How many were unread.') },
    },
    handler: async (request) => ({
      read: await readMentions(ctx, callerOf(request), request.body.ids ?? null),
    }),
  });
}
