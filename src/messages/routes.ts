import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { ApiError, FieldErrors } from '../lib/errors.ts';
import { isBodyError } from '../lib/http/body.ts';
import type { Http } from '../lib/http/http.ts';
import { normalizePhone } from '../lib/phone.ts';
import { type AdmissionRequest, createAdmission } from './admission/admission.ts';
import { type RateAnswer, remainingOf } from './admission/rate.ts';
import { GET_DOCUMENTATION, SEND_DOCUMENTATION } from './documentation.ts';
import { getMessage } from './message.ts';
import { MessageView, SendMessage } from './schema.ts';
import { viewMessage } from './view.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

const SEND_DESCRIPTION = `Accepts a message and sends it as soon as possible. The answer reports the first
problem, in this order: API key, account, rate limit, Idempotency-Key, JSON, fields, number, device, type and
choices, connection of the device, quota.

The Idempotency-Key names the message, not the attempt. A request with a known key sends nothing. Its answer is the
first message in its current state.`;

const TAGS = ['Messages'];

export function messageRoutes(http: Http, ctx: Context): void {
  sendRoute(http, ctx);
  getRoute(http, ctx);
}

function sendRoute(http: Http, ctx: Context): void {
  const admit = createAdmission(ctx);

  http.post(
    '/v1/messages',
    {
      config: {
        lane: 'messages',
        // The rate limit comes before errors of the body.
        judgesBody: true,
        errors: [
          'device_disconnected',
          'device_not_found',
          'idempotency_key_required',
          'interactive_body_required',
          'interactive_not_supported',
          'invalid_phone',
          'quota_exceeded',
          'rate_limited',
        ],
        documentation: SEND_DOCUMENTATION,
      },
      onError: (request, reply) => rateOfRefused(ctx, request, reply),
      // A replay comes before field errors.
      attachValidation: true,
      // The views match the schema, so that validation is not needed.
      serializerCompiler: () => JSON.stringify,
      schema: {
        tags: TAGS,
        operationId: 'sendMessage',
        summary: 'Send a message',
        description: SEND_DESCRIPTION,
        body: SendMessage,
        response: { 202: MessageView.describe('The message is accepted, or its key is known.') },
      },
    },
    async (request, reply) => {
      const { rate, verdict } = await admit(requestOf(request, request.body));
      setRateHeaders(reply, rate);
      if (verdict instanceof Error) throw verdict;
      const { message, replayed, mismatch } = verdict;
      if (replayed) void reply.header('idempotency-replayed', 'true');
      if (mismatch) void reply.header('idempotency-mismatch', 'true');
      return reply.code(202).send(viewMessage(message));
    },
  );
}

function getRoute(http: Http, ctx: Context): void {
  http.get(
    '/v1/messages/:id',
    {
      config: { lane: 'reads', errors: ['message_not_found'], documentation: GET_DOCUMENTATION },
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
    },
    async (request) => {
      const publicId = /^[1-9]\d*$/.test(request.params.id) ? Number(request.params.id) : Number.NaN;
      return viewMessage(await getMessage(ctx, request.account, publicId));
    },
  );
}

/** A refused account (403) still sees its limit. */
async function rateOfRefused(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.account || reply.hasHeader('x-ratelimit-limit')) return;
  void reply.header('x-ratelimit-limit', request.account.plan.rate_per_minute);
  void reply.header('x-ratelimit-remaining', await remainingOf(ctx, request.account).catch(() => 0));
}

function setRateHeaders(
  reply: FastifyReply,
  { limit, remaining, granted, retryAfterSeconds }: RateAnswer,
): void {
  void reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', remaining);
  if (!granted) void reply.header('retry-after', retryAfterSeconds);
}

/** In the order of the checks: key, body, fields, number. */
function requestOf(request: FastifyRequest, input: SendMessage): AdmissionRequest {
  const { account, validationError } = request;
  const rawBody: unknown = request.body;
  const idempotencyKey = readKey(request);
  if (typeof idempotencyKey !== 'string') {
    return { account, idempotencyKey: null, rawBody, message: null, problem: idempotencyKey };
  }
  const base = { account, idempotencyKey, rawBody };
  // Without JSON there is nothing to compare, so no replay.
  if (isBodyError(rawBody)) return { ...base, idempotencyKey: null, message: null, problem: rawBody };
  if (validationError instanceof FieldErrors) return { ...base, message: null, problem: validationError };
  if (validationError) throw validationError;

  const phone = normalizePhone(input.to, account.country_code);
  if (phone === null) return { ...base, message: null, problem: new ApiError('invalid_phone') };
  return { ...base, message: { input, phone }, problem: null };
}

function readKey(request: FastifyRequest): string | ApiError | FieldErrors {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return new ApiError('idempotency_key_required');
  if (VISIBLE_ASCII.test(key)) return key;
  return new FieldErrors({ 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] });
}
