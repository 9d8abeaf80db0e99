import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import type { Assistant } from '../assistant.ts';
import { askAssistant } from './ask.ts';
import { AskAssistant, AssistantAnswerView, SuggestionParams, SuggestionsView } from './schema.ts';
import { openSuggestions } from './suggestion.ts';

export function askRoutes(http: Http, ctx: Context, assistant: Assistant): void {
  askRoute(http, ctx, assistant);
  suggestRoute(http, ctx, assistant);
}

function askRoute(http: Http, ctx: Context, assistant: Assistant): void {
  http.post('/v1/assistant/ask', {
    config: { staff: 'agent', lane: 'answers', errors: ['device_not_found'] },
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

function suggestRoute(http: Http, ctx: Context, assistant: Assistant): void {
  const suggestions = openSuggestions(ctx, assistant);
  http.post('/v1/conversations/:id/suggest', {
    config: {
      staff: 'agent',
      lane: 'answers',
      errors: ['conversation_not_found', 'suggestion_under_way'],
    },
    schema: {
      tags: ['Assistant'],
      operationId: 'suggestReply',
      summary: 'Suggest a reply',
      description:
        'Shows what the assistant would answer to all that the customer waits for, with its sources, for a person to ' +
        'send. It sends and stores nothing, and works while the assistant is off. A caller gets one suggestion at a ' +
        'time. A call of the language model counts in its budget.',
      params: SuggestionParams,
      response: { 200: SuggestionsView.describe('The suggestions.') },
    },
    handler: ({ account, actor, params }) => suggestions.suggest(account, actor, params.id),
  });
}
