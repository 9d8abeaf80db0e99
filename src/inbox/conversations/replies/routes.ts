import type { Context } from '../../../context.ts';
import {
  answerSendCall,
  readSendCall,
  SEND_ERRORS,
  SEND_HEADERS,
  showRateOfRefused,
  TEMPLATE_ERRORS,
} from '../../../gateway/messages/send-call.ts';
import type { Templates } from '../../../gateway/templates/template.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { callerOf } from '../../staff/staff-caller.ts';
import { ConversationParams } from '../schema.ts';
import { REPLY_DOCUMENTATION, START_EXAMPLES } from './documentation.ts';
import { sendReply } from './reply.ts';
import { AcceptedReply, SendReply, StartConversation, StartedConversation } from './schema.ts';
import { startConversation } from './start.ts';

const DESCRIPTION = `Sends a message of staff to the person, and takes the conversation over: from now on a person
answers, and the automation is silent. The message leaves from the device of the number, and uses one unit of the
quota. The call of a key counts in the rate limit of POST /v1/messages.

The answer reports the first problem, in this order: API key, account, rate limit, Idempotency-Key, JSON, fields,
conversation, seen message, released device, reply window, owner, answers of others, type, choices, template and
quote, connection of the device, quota.
Keys are shared with POST /v1/messages: a request with a known key sends nothing, and takes nothing over.`;

const ERRORS = [
  ...SEND_ERRORS,
  'groups_off',
  'answered_meanwhile',
  'ownership_changed',
  'reply_window_closed',
  ...TEMPLATE_ERRORS,
] as const;

/** An extension of the contract. */
export function replyRoutes(http: Http, ctx: Context, templates: Templates): void {
  replyRoute(http, ctx, templates);
  startRoute(http, ctx, templates);
}

function replyRoute(http: Http, ctx: Context, templates: Templates): void {
  http.post('/v1/conversations/:id/messages', {
    config: {
      staff: 'agent',
      // Templates may wait for the provider.
      lane: 'outside',
      sends: 'message',
      stores: 'messages',
      // The rate limit comes before errors of the body.
      judgesBody: true,
      errors: [...ERRORS, 'conversation_not_found'],
      documentation: REPLY_DOCUMENTATION,
    },
    onError: (request, reply) => showRateOfRefused(ctx, request, reply),
    // A replay comes before field errors.
    attachValidation: true,
    schema: {
      tags: ['Conversations'],
      operationId: 'replyToConversation',
      summary: 'Reply in a conversation',
      description: DESCRIPTION,
      params: ConversationParams,
      body: SendReply,
      response: { 202: AcceptedReply.describe('The reply is accepted, or its key is known.') },
    },
    handler: async (request, reply) => {
      const { params, body: input, staff } = request;
      const call = { ...readSendCall(request), uuid: params.id, input, staff };
      const { underWay, ...answer } = await sendReply({ ctx: onBehalfOf(ctx, request), templates }, call);
      return reply.send({ ...answerSendCall(reply, answer), under_way: underWay });
    },
  });
}

/** For users alone: keys write to a number with POST /v1/messages. */
function startRoute(http: Http, ctx: Context, templates: Templates): void {
  http.post('/app/api/conversations', {
    config: {
      staff: 'agent',
      // Templates may wait for the provider.
      lane: 'outside',
      errors: [...ERRORS, 'invalid_phone', 'group_not_found', 'network_silent'],
      documentation: { ...SEND_HEADERS, requestExamples: START_EXAMPLES },
    },
    schema: {
      tags: ['Conversations'],
      operationId: 'startConversation',
      summary: 'Write to a number or a group',
      description:
        'Sends the first message to a number. Its conversation is made with the message and is yours. A number ' +
        'with a conversation gets the message as a reply. So does a group of the device.',
      body: StartConversation,
      response: { 202: StartedConversation.describe('The message is accepted, or its key is known.') },
    },
    handler: async (request, reply) => {
      const call = { ...readSendCall(request), input: request.body, staff: callerOf(request) };
      if (call.problem) throw call.problem;
      const started = await startConversation({ ctx: onBehalfOf(ctx, request), templates }, call);
      const { uuid: conversation_id, underWay: under_way } = started;
      return reply.send({ ...answerSendCall(reply, started), under_way, conversation_id });
    },
  });
}
