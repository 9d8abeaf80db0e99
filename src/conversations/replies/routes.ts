import { onBehalfOf } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import { answerSendCall, readSendCall, SEND_ERRORS, showRateOfRefused } from '../../messages/send-call.ts';
import type { Templates } from '../../templates/template.ts';
import { ConversationParams } from '../schema.ts';
import { REPLY_DOCUMENTATION } from './documentation.ts';
import { sendReply } from './reply.ts';
import { AcceptedReply, SendReply } from './schema.ts';

const DESCRIPTION = `Sends a message of staff to the person, and takes the conversation over: from now on a person
answers, and the automation is silent. The message leaves from the device of the number, and uses one unit of the
quota. The call of a key counts in the rate limit of POST /v1/messages.

The answer reports the first problem, in this order: API key, account, rate limit, Idempotency-Key, JSON, fields,
conversation, seen message, quote, released device, template or reply window, owner, answers of others, type and
choices, connection of the device,
quota.
Keys are shared with POST /v1/messages: a request with a known key sends nothing, and takes nothing over.`;

/** An extension of the contract. */
export function replyRoutes(http: Http, ctx: Context, templates: Templates): void {
  http.post(
    '/v1/conversations/:id/messages',
    {
      config: {
        staff: 'agent',
        // A template may wait for the provider.
        lane: 'outside',
        sends: 'message',
        stores: 'messages',
        // The rate limit comes before errors of the body.
        judgesBody: true,
        errors: [
          ...SEND_ERRORS,
          'answered_meanwhile',
          'conversation_not_found',
          'ownership_changed',
          'reply_window_closed',
          'template_not_approved',
          'template_not_found',
          'template_not_sendable',
          'templates_not_supported',
          'templates_unreadable',
        ],
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
    },
    async (request, reply) => {
      const { params, body: input, staff } = request;
      const call = { ...readSendCall(request), uuid: params.id, input, staff };
      const { underWay, ...answer } = await sendReply({ ctx: onBehalfOf(ctx, request), templates }, call);
      return reply.send({ ...answerSendCall(reply, answer), under_way: underWay });
    },
  );
}
