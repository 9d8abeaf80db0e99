import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { CONTENT } from '../content.ts';
import { publicIdIn } from '../message.ts';
import { MessageView } from '../schema.ts';
import { answerSendCall, readSendCall, SEND_HEADERS } from '../send-call.ts';
import { viewMessage } from '../view.ts';
import { type Change, changeMessage } from './own-change.ts';

const ERRORS = [
  'device_disconnected',
  'device_not_found',
  'idempotency_key_required',
  'message_in_flight',
  'message_not_changeable',
  'message_not_found',
  'type_not_supported',
  ...STORAGE_ERRORS,
] as const;

const EditMessage = z
  .object({
    body: CONTENT.text.body.meta({
      description: 'The new text, or the new caption of a picture, video or document.',
      examples: ['Halo, pesanan Anda siap pukul 10.'],
    }),
  })
  .meta({ id: 'EditMessage' });

const params = z.object({
  id: z.string().meta({ description: 'The `id` of a message of the account.', examples: ['1042'] }),
});

const response = {
  200: MessageView.describe('The message had not been sent: it is changed.'),
  202: MessageView.describe('The change is on its way, with its own `id` and statuses.'),
};

const HOW = `A message that waits is changed before it is sent. A sent message is changed on the phones of the
recipient by a separate message, which takes no unit of the quota. An official number cannot change sent messages.`;

/** Extensions of the contract. */
export function ownChangeRoutes(http: Http, ctx: Context): void {
  const { requestHeaders } = SEND_HEADERS;
  const config = {
    staff: 'agent',
    lane: 'messages',
    stores: 'messages',
    errors: ERRORS,
    documentation: { requestHeaders },
  } as const;

  http.post('/v1/messages/:id/edit', {
    config: { ...config, sends: 'message' },
    schema: {
      tags: ['Messages'],
      operationId: 'editMessage',
      summary: 'Change the text or caption of a message',
      description: `Within 15 minutes. ${HOW}`,
      params,
      body: EditMessage,
      response,
    },
    handler: (request, reply) => answer(ctx, request, reply, { type: 'edit', body: request.body.body }),
  });

  http.post('/v1/messages/:id/delete', {
    config,
    schema: {
      tags: ['Messages'],
      operationId: 'deleteMessage',
      summary: 'Delete a message on all phones',
      description: `Within 60 hours. A message that waits fails as \`withdrawn\`, and its unit returns. ${HOW}`,
      params,
      response,
    },
    handler: (request, reply) => answer(ctx, request, reply, { type: 'deletion' }),
  });
}

async function answer(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  change: Change,
): Promise<MessageView> {
  const { id } = params.parse(request.params);
  const call = readSendCall(request);
  if (call.problem) throw call.problem;
  // A key of another message or change is a mismatch.
  const rawBody = { ...change, id };
  const changed = await changeMessage(
    ctx,
    { ...call, rawBody, staff: request.staff, publicId: publicIdIn(id) },
    change,
  );
  if ('admitted' in changed) return answerSendCall(reply, changed.admitted);
  void reply.code(200);
  return viewMessage(changed.done);
}
