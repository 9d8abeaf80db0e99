import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from '../../errors.ts';
import { sendUntrustedFile } from '../../http.ts';
import type { Cloud } from '../cloud.ts';
import { getMessage, getNumber } from '../numbers.ts';
import { createGroup } from '../people/groups.ts';
import { writeToBusiness } from '../people/inbound.ts';
import { GroupBody, InboundBody } from '../people/inbound-schema.ts';
import { findPerson } from '../people/people.ts';
import { MessageParams, MessagesQuery, NumberParams } from './schema.ts';
import { viewCloudMessage } from './view.ts';

const BODY_LIMIT = 32 * 1024 * 1024;

/** Lets people write to a number, and shows its chats. */
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

  http.post(`${one}/groups`, { schema: { params, body: GroupBody } }, async (request, reply) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { id } = createGroup(cloud, number, request.body);
    await cloud.store.db.committed();
    return reply.code(201).send({ id });
  });

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
    return sendUntrustedFile(reply, bytes);
  });
}
