import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { normalizePhone } from '../../../platform/lib/phone.ts';
import { type AdmissionRequest, createAdmission } from '../../messages/admission/admission.ts';
import type { Parts } from '../../messages/admission/check-content.ts';
import {
  AcceptedMessage,
  answerSendCall,
  readSendCall,
  SEND_ERRORS,
  SEND_HEADERS,
  showRateOfRefused,
  TEMPLATE_ERRORS,
} from '../../messages/send-call.ts';
import { TestBroadcast } from './schema.ts';
import { composeTrial } from './trial.ts';

/** An extension of the contract. */
export function trialRoutes(http: Http, parts: Parts): void {
  const { ctx } = parts;
  const admit = createAdmission(ctx);
  http.post('/v1/broadcasts/test', {
    config: {
      lane: 'outside',
      sends: 'message',
      stores: 'messages',
      judgesBody: true,
      errors: [...SEND_ERRORS, ...TEMPLATE_ERRORS, 'invalid_phone'],
      documentation: SEND_HEADERS,
    },
    onError: (request, reply) => showRateOfRefused(ctx, request, reply),
    // A replay comes before field errors.
    attachValidation: true,
    schema: {
      tags: ['Broadcasts'],
      operationId: 'testBroadcast',
      summary: 'Send the message of a broadcast to yourself',
      description:
        'Writes the text as for a recipient, and sends it to one number as an ordinary message, with the rules and ' +
        'the quota of `POST /v1/messages`. Nothing in the text says that it is a test.',
      body: TestBroadcast,
      response: { 202: AcceptedMessage.describe('The message is accepted, or its key is known.') },
    },
    handler: async (request, reply) => answerSendCall(reply, await admit(await requestOf(request, parts))),
  });
}

async function requestOf(
  request: FastifyRequest & { body: TestBroadcast },
  parts: Parts,
): Promise<AdmissionRequest> {
  const call = readSendCall(request);
  if (call.problem) return { ...call, message: null };
  const { to } = request.body;
  const phone = normalizePhone(to, call.account.country_code);
  if (phone === null) return { ...call, message: null, problem: new ApiError('invalid_phone') };
  const message = await composeTrial(parts, call.account, request.body, phone);
  return message instanceof Error ? { ...call, message: null, problem: message } : { ...call, message };
}
