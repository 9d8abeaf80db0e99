import { z } from 'zod';
import { API_ERRORS, type ApiErrorCode } from '../../lib/error-codes.ts';
import { FIELD_ERRORS } from '../../lib/http/answer-log.ts';
import { nextTimeCursor, timeQuery } from '../../lib/page.ts';
import { apiString } from '../../lib/text.ts';
import { apiTime, inOrder } from '../../lib/timestamp.ts';

/** Rows that an account keeps, and for how long. */
export const MAX_KEPT = 10_000;
export const KEPT_DAYS = 7;
/** Rows of an account per second and process. */
export const MAX_LISTED_ERRORS = 20;
export const MAX_LISTED_SUCCESSES = 10;
/** Characters. */
export const MAX_PATH = 300;
export const MAX_USER_AGENT = 200;
export const MAX_MESSAGE = 500;

export const OUTCOMES = ['success', 'error', '4xx', '5xx'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const CODES = [FIELD_ERRORS, ...(Object.keys(API_ERRORS) as ApiErrorCode[])] as const; // its keys are the codes

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const EXAMPLE_ID = '5f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d';
const filter = (max: number) => apiString().min(1).max(max);

export const ListRequests = z
  .object({
    outcome: z
      .enum(OUTCOMES)
      .optional()
      .meta({
        description:
          '`success`: a status below 400. `error`: 400 or above. `4xx` and `5xx`: these errors alone.',
        examples: ['error'],
      }),
    code: z
      .enum(CODES)
      .optional()
      .meta({
        description: 'Only answers with this error code. `field_errors` are the errors that name fields.',
        examples: ['invalid_phone'],
      }),
    method: z
      .enum(METHODS)
      .optional()
      .meta({ description: 'Only calls with this method.', examples: ['POST'] }),
    path: filter(MAX_PATH)
      .optional()
      .meta({ description: 'Only calls whose path starts with this text.', examples: ['/v1/messages'] }),
    key_id: filter(100)
      .optional()
      .meta({ description: 'Only calls of this API key.', examples: ['4Vn0aT9kQ2x'] }),
    request_id: filter(100)
      .optional()
      .meta({
        description: 'Only the call whose answer had this `X-Request-Id`.',
        examples: [EXAMPLE_ID],
      }),
    since: apiTime(EXAMPLE_TIME).optional().meta({
      description: 'Only calls that were answered at this time or later. A time without an offset is UTC.',
    }),
    until: apiTime('2025-11-22T08:15:30.000Z')
      .optional()
      .meta({ description: 'Only calls that were answered at this time or earlier.' }),
    ...timeQuery,
  })
  .refine(...inOrder);
export type ListRequests = z.infer<typeof ListRequests>;

const LoggedRequest = z
  .object({
    id: z.int().meta({ description: 'Identifier in the log.', examples: [81] }),
    at: z
      .string()
      .meta({ format: 'date-time', description: 'Time of the answer.', examples: [EXAMPLE_TIME] }),
    request_id: z.string().meta({ description: '`X-Request-Id` of the answer.', examples: [EXAMPLE_ID] }),
    method: z.string().meta({ examples: ['POST'] }),
    route: z
      .string()
      .nullable()
      .meta({
        description: 'The address with names for its ids; null if unknown.',
        examples: ['/v1/messages'],
      }),
    path: z.string().meta({
      description: 'The path, and the names of the query parameters without their values.',
      examples: ['/v1/messages'],
    }),
    status: z.int().meta({ description: 'Status of the answer.', examples: [422] }),
    error: z
      .string()
      .nullable()
      .meta({
        description: 'Error code; `field_errors` if the answer names fields; null without an error.',
        examples: ['field_errors'],
      }),
    message: z
      .string()
      .nullable()
      .meta({
        description:
          '`message` of the error, or each wrong field with its first problem; null without an error.',
        examples: ['to: is required'],
      }),
    duration_ms: z.int().meta({ description: 'From the head of the call to its answer.', examples: [12] }),
    api_key: z.object({
      id: z.string().meta({ examples: ['4Vn0aT9kQ2x'] }),
      name: z
        .string()
        .nullable()
        .meta({ description: 'Null: the key is no longer in the list.', examples: ['Web shop'] }),
    }),
    address: z.string().meta({ description: 'IP address of the caller.', examples: ['203.0.113.9'] }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: '`User-Agent` of the call.', examples: ['curl/8.5.0'] }),
    unlisted: z.int().meta({
      description:
        'Calls of the same second that also succeeded, or also failed, and are not listed. Only the last ' +
        'listed call of the second has this number; the others have 0.',
      examples: [0],
    }),
  })
  .meta({ id: 'LoggedRequest' });
export type LoggedRequest = z.infer<typeof LoggedRequest>;

export const RequestPage = z
  .object({
    data: z.array(LoggedRequest).meta({ description: 'Newest first.' }),
    next_cursor: nextTimeCursor,
  })
  .meta({ id: 'RequestPage' });
