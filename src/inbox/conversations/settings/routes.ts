import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { ChangeSettings, ConversationSettings } from './schema.ts';
import { changeSettings, getSettings } from './settings.ts';

const tags = ['Conversations'];
const response = { 200: ConversationSettings.describe('The settings.') };

export function settingsRoutes(http: Http, ctx: Context): void {
  http.get('/v1/conversations/settings', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'getConversationSettings',
      summary: 'Get the settings of conversations',
      description:
        'The idle times after which the owner of a conversation changes by itself, the automatic assignment, and ' +
        'the text that rejects calls.',
      response,
    },
    handler: ({ account }) => getSettings(ctx, account),
  });

  http.patch('/v1/conversations/settings', {
    config: { errors: [] },
    schema: {
      tags,
      operationId: 'changeConversationSettings',
      summary: 'Change the settings of conversations',
      description:
        'Changes the settings in the request, for all conversations of the account. Open ones follow within a ' +
        'minute. The key needs the scope `full`.',
      body: ChangeSettings,
      response,
    },
    handler: (request) => changeSettings(onBehalfOf(ctx, request), request.account, request.body),
  });
}
