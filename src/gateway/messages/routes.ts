import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { recipientOf } from '../people/identity.ts';
import type { Templates } from '../templates/template.ts';
import { type AdmissionRequest, createAdmission } from './admission/admission.ts';
import { checkContent, type Parts } from './admission/check-content.ts';
import { GET_DOCUMENTATION, SEND_DOCUMENTATION } from './documentation.ts';
import { messageFigureRoutes } from './figures/routes.ts';
import { messageListRoutes } from './list/routes.ts';
import { getMessage, publicIdIn } from './message.ts';
import { ownChangeRoutes } from './own-changes/routes.ts';
import { MessageView, SendMessage } from './schema.ts';
import {
  answerSendCall,
  readSendCall,
  SEND_ERRORS,
  showRateOfRefused,
  TEMPLATE_ERRORS,
} from './send-call.ts';
import { viewMessage } from './view.ts';

const SEND_DESCRIPTION = `Accepts a message and sends it as soon as possible. The answer reports the first
problem, in this order: API key, account, free space, rate limit, Idempotency-Key, JSON, fields, number, storage of
the account, device, type, choices, template and quote, connection of the device, quota.

The Idempotency-Key names the message, not the attempt. A request with a known key sends nothing. Its answer is the
first message in its current state.`;

const TAGS = ['Messages'];

export function messageRoutes(http: Http, ctx: Context, templates: Templates): void {
  sendRoute(http, { ctx, templates });
  messageFigureRoutes(http, ctx);
  messageListRoutes(http, ctx);
  getRoute(http, ctx);
  ownChangeRoutes(http, ctx);
}

function sendRoute(http: Http, parts: Parts): void {
  const { ctx } = parts;
  const admit = createAdmission(ctx);

  http.post('/v1/messages', {
    config: {
      lane: 'messages',
      sends: 'message',
      stores: 'messages',
      // The rate limit comes before errors of the body.
      judgesBody: true,
      errors: [...SEND_ERRORS, ...TEMPLATE_ERRORS, 'groups_off', 'invalid_phone'],
      documentation: SEND_DOCUMENTATION,
    },
    onError: (request, reply) => showRateOfRefused(ctx, request, reply),
    // A replay comes before field errors.
    attachValidation: true,
    // The views match the schema.
    serializerCompiler: () => JSON.stringify,
    schema: {
      tags: TAGS,
      operationId: 'sendMessage',
      summary: 'Send a message',
      description: SEND_DESCRIPTION,
      body: SendMessage,
      response: { 202: MessageView.describe('The message is accepted, or its key is known.') },
    },
    handler: async (request, reply) => {
      const answer = await admit(await requestOf(request, request.body, parts));
      return reply.send(answerSendCall(reply, answer));
    },
  });
}

function getRoute(http: Http, ctx: Context): void {
  http.get('/v1/messages/:id', {
    config: {
      staff: 'agent',
      lane: 'reads',
      errors: ['message_not_found'],
      documentation: GET_DOCUMENTATION,
    },
    schema: {
      tags: TAGS,
      operationId: 'getMessage',
      summary: 'Get a message',
      description: 'Shows a message with its latest status. This call has no rate limit.',
      params: z.object({
        id: z.string().meta({ description: 'The `id` of the message.', examples: ['1042'] }),
      }),
      response: { 200: MessageView.describe('The message.') },
    },
    handler: async (request) => {
      return viewMessage(await getMessage(ctx, request.account, publicIdIn(request.params.id)));
    },
  });
}

async function requestOf(
  request: FastifyRequest,
  input: SendMessage,
  parts: Parts,
): Promise<AdmissionRequest> {
  const call = readSendCall(request);
  if (call.problem) return { ...call, message: null };
  const phone = recipientOf(call.account, input.to);
  if (phone === null) return { ...call, message: null, problem: new ApiError('invalid_phone') };
  return { ...call, message: await checkContent(parts, call.account, input, phone) };
}
