import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import type { Assistant } from '../assistant.ts';
import { askAssistant } from './ask.ts';
import { AskAssistant, AssistantAnswerView } from './schema.ts';

export function askRoute(http: Http, ctx: Context, assistant: Assistant): void {
  http.post('/v1/assistant/ask', {
    config: { staff: 'agent', errors: ['device_not_found'] },
    schema: {
      tags: ['Assistant'],
      operationId: 'askAssistant',
      summary: 'Ask the assistant',
      description:
        'Shows what the assistant would answer a customer, and why. It sends and stores nothing, and works while ' +
        'the assistant is off.',
      body: AskAssistant,
      response: { 200: AssistantAnswerView.describe('The answer.') },
    },
    handler: (request) => askAssistant(ctx, assistant, request.account, request.body),
  });
}
