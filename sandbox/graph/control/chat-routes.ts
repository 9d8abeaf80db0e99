import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { getNumber } from '../numbers.ts';
import { echoFromApp, writeToBusiness } from '../people/inbound.ts';
import { EchoBody, InboundBody } from '../people/inbound-schema.ts';
import { findPerson } from '../people/people.ts';
import type { CloudNumber } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';
import { errorOf, reportLater } from '../webhooks/statuses.ts';
import { envelopeOf, tellValue } from '../webhooks/webhook.ts';
import {
  ErrorEventBody,
  EventBody,
  MessageParams,
  MessagesQuery,
  NumberParams,
  ReportBody,
} from './schema.ts';
import { viewCloudMessage } from './view.ts';

/** Files of people come as base64. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** What people do in their chats with a number, and what is told about them. */
export function chatRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();
  const one = '/sandbox/cloud/numbers/:phone_number_id';
  const params = NumberParams;

  http.post(
    `${one}/messages`,
    { schema: { params, body: InboundBody }, bodyLimit: BODY_LIMIT },
    async (request, reply) => {
      const number = getNumber(cloud, request.params.phone_number_id);
      return reply.code(201).send({ id: await writeToBusiness(cloud, number, request.body) });
    },
  );

  http.get(`${one}/messages`, { schema: { params, querystring: MessagesQuery } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { after, limit, direction, with: address, biz_opaque_callback_data } = request.query;
    const peer = address && (findPerson(cloud, address)?.wa_id ?? address);
    const rows = cloud.store.listMessages(number.data.phone_number_id, {
      afterSeq: after === undefined ? 0 : getMessage(cloud, number, after).seq,
      limit,
      peer,
      direction,
      callbackData: biz_opaque_callback_data,
    });
    return { data: rows.map((row) => viewCloudMessage(row, number)) };
  });

  http.get(`${one}/messages/:id/media`, { schema: { params: MessageParams } }, async (request, reply) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { media_id } = getMessage(cloud, number, request.params.id);
    if (media_id === null) throw new SandboxError('message_not_found', 'This message has no file.');
    const bytes = await cloud.media.read({ media_id });
    // Never as what it claims to be: it comes from a stranger and is shown under the gateway's own address.
    return reply.type('application/octet-stream').header('x-content-type-options', 'nosniff').send(bytes);
  });

  http.post(`${one}/statuses`, { schema: { params, body: ReportBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { id, status, code, copies } = request.body;
    const message = getMessage(cloud, number, id);
    if (message.direction === 'in') throw new SandboxError('message_not_found');
    for (let copy = 0; copy < copies; copy += 1) reportLater(cloud, number, message, status, code);
    await cloud.store.db.committed();
    return { id, status };
  });

  http.post(`${one}/echoes`, { schema: { params, body: EchoBody } }, async (request, reply) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { to, text } = request.body;
    return reply.code(201).send({ id: await echoFromApp(cloud, number, to, text) });
  });

  http.post(`${one}/events`, { schema: { params, body: EventBody } }, async (request) => {
    const { field, value } = request.body;
    tellValue(cloud, getNumber(cloud, request.params.phone_number_id), field, value);
    return { field };
  });

  http.post(`${one}/errors`, { schema: { params, body: ErrorEventBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    tellValue(cloud, number, 'messages', { ...envelopeOf(number), errors: [errorOf(request.body)] });
    return { code: request.body.code };
  });
}

function getMessage(cloud: Cloud, { data }: CloudNumber, id: string): CloudMessageRow {
  const message = cloud.store.findMessage(data.phone_number_id, id);
  if (!message) throw new SandboxError('message_not_found');
  return message;
}
