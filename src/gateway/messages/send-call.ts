import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { STORAGE_ERRORS } from '../../platform/accounts/storage/storage.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { isBodyError } from '../../platform/lib/http/body.ts';
import type { RouteDocumentation } from '../../platform/lib/http/documentation.ts';
import type { AdmissionAnswer, AdmissionRequest } from './admission/decision.ts';
import { remainingOf } from './admission/rate.ts';
import { MessageView } from './schema.ts';
import { viewMessage } from './view.ts';

export const AcceptedMessage = MessageView;

/** Visible ASCII: what a header can carry. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export const SEND_HEADERS = {
  requestHeaders: {
    'Idempotency-Key': z
      .string()
      .regex(IDEMPOTENCY_KEY)
      .meta({
        description:
          'Names this message, with 1 to 255 visible ASCII characters. Use the same key in every ' +
          'attempt, and another key for every message.',
        examples: ['order-17-paid'],
      }),
  },
  responseHeaders: {
    'X-RateLimit-Limit': {
      schema: z
        .int()
        .min(0)
        .meta({ description: 'Requests per minute of the plan.', examples: [20] }),
    },
    'X-RateLimit-Remaining': {
      schema: z
        .int()
        .min(0)
        .meta({ description: 'Remaining requests in this minute.', examples: [19] }),
    },
    'Retry-After': {
      schema: z
        .int()
        .min(1)
        .max(60)
        .meta({
          description: 'Seconds until the next minute begins.',
          examples: [23],
        }),
      statuses: [429],
    },
    'Idempotency-Replayed': {
      schema: z.literal('true').meta({
        description: 'The key is known. The answer is the first message in its current state.',
        examples: ['true'],
      }),
      statuses: [202],
    },
    'Idempotency-Mismatch': {
      schema: z.literal('true').meta({
        description: 'The key is known from a request with another body. The new body is not sent.',
        examples: ['true'],
      }),
      statuses: [202],
    },
  },
} satisfies RouteDocumentation;

export const SEND_ERRORS = [
  'device_disconnected',
  'device_not_found',
  'idempotency_key_required',
  'interactive_body_required',
  'interactive_not_supported',
  'media_not_found',
  'quota_exceeded',
  'rate_limited',
  ...STORAGE_ERRORS,
] as const;

export const TEMPLATE_ERRORS = [
  'template_not_approved',
  'template_not_found',
  'template_not_sendable',
  'templates_unreadable',
  'type_not_supported',
] as const;

/** In the order of the checks. */
export function readSendCall(request: FastifyRequest): Omit<AdmissionRequest, 'message'> {
  const { account, validationError } = request;
  const rawBody: unknown = request.body;
  const idempotencyKey = readKey(request);
  if (typeof idempotencyKey !== 'string') {
    return { account, idempotencyKey: null, rawBody, problem: idempotencyKey };
  }
  // Without JSON nothing is compared, so there is no replay.
  if (isBodyError(rawBody)) return { account, idempotencyKey: null, rawBody, problem: rawBody };
  if (validationError && !(validationError instanceof FieldErrors)) throw validationError;
  return { account, idempotencyKey, rawBody, problem: validationError ?? null };
}

/** Keys are per user, so that a replay shows no message of another caller. */
function readKey(request: FastifyRequest): string | ApiError | FieldErrors {
  const key = readHeader(request.headers['idempotency-key']);
  return typeof key === 'string' && request.staff ? `${request.staff.userUuid} ${key}` : key;
}

function readHeader(key: string | string[] | undefined): string | ApiError | FieldErrors {
  if (typeof key !== 'string' || key === '') return new ApiError('idempotency_key_required');
  if (IDEMPOTENCY_KEY.test(key)) return key;
  return new FieldErrors({ 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] });
}

/** Sets status and headers. Returns the body, or throws the problem. */
export function answerSendCall(reply: FastifyReply, { rate, verdict }: AdmissionAnswer): MessageView {
  if (rate) {
    const { limit, remaining, granted, retryAfterSeconds } = rate;
    void reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', remaining);
    if (!granted) void reply.header('retry-after', retryAfterSeconds);
  }
  if (verdict instanceof Error) throw verdict;
  const { message, replayed, mismatch } = verdict;
  if (replayed) void reply.header('idempotency-replayed', 'true');
  if (mismatch) void reply.header('idempotency-mismatch', 'true');
  void reply.code(202);
  return viewMessage(message);
}

/** For `onError`: a refused account (403) still sees its limit. */
export async function showRateOfRefused(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!request.account || request.staff || reply.hasHeader('x-ratelimit-limit')) return;
  void reply.header('x-ratelimit-limit', request.account.plan.rate_per_minute);
  void reply.header('x-ratelimit-remaining', await remainingOf(ctx, request.account).catch(() => 0));
}
