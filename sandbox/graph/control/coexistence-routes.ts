import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Cloud } from '../cloud.ts';
import { getNumber } from '../numbers.ts';
import { notifyHandover, sendHistory, sendStandby, syncContacts } from '../people/coexistence.ts';
import { ContactsBody, HandoverBody, HistoryBody, StandbyBody } from '../people/coexistence-schema.ts';
import { NumberParams } from './schema.ts';

/** A history has thousands of messages. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** A number that is used in the Business app too, and an agent of the provider that holds chats. */
export function coexistenceRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();
  const one = '/sandbox/cloud/numbers/:phone_number_id';
  const params = NumberParams;

  http.post(
    `${one}/history`,
    { schema: { params, body: HistoryBody }, bodyLimit: BODY_LIMIT },
    async (request, reply) => {
      const number = getNumber(cloud, request.params.phone_number_id);
      return reply.code(201).send({ ids: await sendHistory(cloud, number, request.body) });
    },
  );

  http.post(`${one}/contacts`, { schema: { params, body: ContactsBody } }, async (request) => {
    syncContacts(cloud, getNumber(cloud, request.params.phone_number_id), request.body);
    return { contacts: request.body.contacts.length };
  });

  http.post(`${one}/standby`, { schema: { params, body: StandbyBody } }, async (request, reply) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    return reply.code(201).send({ id: sendStandby(cloud, number, request.body) });
  });

  http.post(`${one}/handovers`, { schema: { params, body: HandoverBody } }, async (request) => {
    notifyHandover(cloud, getNumber(cloud, request.params.phone_number_id), request.body);
    return { to: request.body.to };
  });
}
