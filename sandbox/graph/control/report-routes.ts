import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { getMessage, getNumber } from '../numbers.ts';
import { callBusiness } from '../people/calls.ts';
import { echoFromApp } from '../people/inbound.ts';
import { CallBody, EchoBody } from '../people/inbound-schema.ts';
import { endKept } from '../sending/accept-message.ts';
import { messagesEnvelope, notifyValue } from '../webhooks/notify.ts';
import { errorOf, reportStatus } from '../webhooks/statuses.ts';
import { ErrorEventBody, EventBody, KeptBody, NumberParams, ReportBody } from './schema.ts';

/** Reports statuses, echoes, calls, events and errors of a number to the business. */
export function reportRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();
  const one = '/sandbox/cloud/numbers/:phone_number_id';
  const params = NumberParams;

  http.post(`${one}/statuses`, { schema: { params, body: ReportBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { id, status, code, copies } = request.body;
    const message = getMessage(cloud, number, id);
    if (message.direction === 'in') throw new SandboxError('message_not_found');
    for (let copy = 0; copy < copies; copy += 1) reportStatus(cloud, number, message, status, code);
    await cloud.store.db.committed();
    return { id, status };
  });

  http.post(`${one}/kept`, { schema: { params, body: KeptBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const messages = endKept(cloud, number, request.body.action);
    await cloud.store.db.committed();
    return { messages };
  });

  http.post(`${one}/echoes`, { schema: { params, body: EchoBody } }, async (request, reply) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    return reply.code(201).send({ id: await echoFromApp(cloud, number, request.body) });
  });

  http.post(`${one}/calls`, { schema: { params, body: CallBody } }, async (request, reply) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    return reply.code(201).send({ id: callBusiness(cloud, number, request.body) });
  });

  http.post(`${one}/events`, { schema: { params, body: EventBody } }, async (request) => {
    const { field, value } = request.body;
    notifyValue(cloud, getNumber(cloud, request.params.phone_number_id), field, value);
    return { field };
  });

  http.post(`${one}/errors`, { schema: { params, body: ErrorEventBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    notifyValue(cloud, number, 'messages', { ...messagesEnvelope(number), errors: [errorOf(request.body)] });
    return { code: request.body.code };
  });
}
