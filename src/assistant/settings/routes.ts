import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { AssistantView, ChangeAssistant } from './schema.ts';
import { changeAssistant, showAssistant } from './settings.ts';

const tags = ['Assistant'];
const response = { 200: AssistantView.describe('The settings.') };

export function assistantSettingsRoutes(http: Http, ctx: Context): void {
  http.get('/v1/assistant', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'getAssistant',
      summary: 'Get the assistant',
      description: 'Shows how the assistant of the account answers customers. Until it is set, it is off.',
      response,
    },
    handler: ({ account }) => showAssistant(ctx, account),
  });

  http.patch('/v1/assistant', {
    config: { staff: 'admin', errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'changeAssistant',
      summary: 'Change the assistant',
      description:
        'Changes the settings in the request. Begin with `"mode": "shadow"`: the assistant decides and sends ' +
        'nothing. The key needs the scope `full`.',
      body: ChangeAssistant,
      response,
    },
    handler: (request) => changeAssistant(onBehalfOf(ctx, request), request.account, request.body),
  });
}
