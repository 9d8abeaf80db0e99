import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from './errors.ts';
import { sendUntrustedFile } from './http.ts';
import { MessageParams, MessagesQuery, NumberParams, ReadBody, SendBody } from './schema.ts';
import { viewMessage } from './view.ts';
import { openAttachment } from './whatsapp/attachments.ts';
import { composeMessage } from './whatsapp/compose.ts';
import type { Network } from './whatsapp/network.ts';
import { deliverReadable, getPhone, readMessage, sendFromPhone } from './whatsapp/phones.ts';
import { decodeContent } from './whatsapp/signal.ts';

const CONTROL_LIMIT_BYTES = 32 * 1024 * 1024;

/** Sends, shows and reads messages on phones. */
export function phoneMessageRoutes(scope: FastifyInstance, net: Network): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.post(
    '/sandbox/phones/:number/messages',
    { schema: { params: NumberParams, body: SendBody }, bodyLimit: CONTROL_LIMIT_BYTES },
    async (request, reply) => {
      const from = getPhone(net, request.params.number);
      const to = getPhone(net, request.body.to);
      const content = await composeMessage(net, from, to, request.body);
      const wa_message_id = await sendFromPhone(net, from, to, content, request.body);
      return reply.code(201).send({ wa_message_id });
    },
  );

  http.get(
    '/sandbox/phones/:number/messages',
    { schema: { params: NumberParams, querystring: MessagesQuery } },
    async (request) => {
      const { number } = getPhone(net, request.params.number);
      const { after, limit } = request.query;
      const afterSeq = after === undefined ? 0 : findMessage(net, number, after).seq;
      return { data: net.store.listMessages(number, afterSeq, limit).map(viewMessage) };
    },
  );

  http.get(
    '/sandbox/phones/:number/messages/:wa_message_id/media',
    { schema: { params: MessageParams } },
    async (request, reply) => {
      const { number } = getPhone(net, request.params.number);
      const { content } = findMessage(net, number, request.params.wa_message_id);
      const file = content && (await openAttachment(net.media, decodeContent(content)));
      if (!file) throw new SandboxError('message_not_found', 'This message has no file.');
      return sendUntrustedFile(reply, file);
    },
  );

  http.post(
    '/sandbox/phones/:number/messages/:wa_message_id/deliver',
    { schema: { params: MessageParams } },
    async (request) => {
      const { number, wa_message_id } = request.params;
      await deliverReadable(net, getPhone(net, number), wa_message_id);
      return { wa_message_id };
    },
  );

  http.post(
    '/sandbox/phones/:number/read',
    { schema: { params: NumberParams, body: ReadBody } },
    async (request) => {
      const { wa_message_id } = request.body;
      await readMessage(net, getPhone(net, request.params.number), wa_message_id);
      return { wa_message_id };
    },
  );
}

function findMessage(net: Network, number: string, waMessageId: string) {
  const message =
    net.store.findMessage(number, waMessageId, 'in') ?? net.store.findMessage(number, waMessageId, 'out');
  if (!message) throw new SandboxError('message_not_found');
  return message;
}
