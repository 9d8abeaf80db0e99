import { API_ERRORS, type ApiErrorCode } from '../../platform/lib/error-codes.ts';
import type { MediaType, Response, Schemas } from './open-api.ts';

/** Of every call under /v1. */
const GENERAL: readonly ApiErrorCode[] = [
  'invalid_api_key',
  'address_not_allowed',
  'account_inactive',
  'insufficient_scope',
  'internal_error',
  'service_unavailable',
];
/** Of every call with a body. */
const GENERAL_WITH_BODY: readonly ApiErrorCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
];
const REASONS: Record<number, string> = {
  400: 'The request cannot be read',
  401: 'The API key is not valid',
  402: 'A limit of the plan is reached',
  403: 'The call is not allowed',
  404: 'Not found',
  409: 'The current state does not allow the call',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The request breaks a rule',
  429: 'Too many requests in this minute',
  500: 'The gateway failed. You can repeat the request',
  503: 'The gateway cannot answer now. You can repeat the request',
};

export function refusalSchemas(): Schemas {
  return {
    Error: {
      type: 'object',
      description: 'An error. Decide by `error`. `message` is for people and may change.',
      properties: {
        error: { type: 'string', enum: Object.keys(API_ERRORS), description: 'The code.' },
        message: { type: 'string', description: 'The error as a text for people.' },
        owner: {
          type: 'object',
          description: 'Only with `ownership_changed`: the present owner of the conversation.',
          properties: {
            owner_state: { type: 'string', enum: ['bot', 'human_waiting', 'human_active', 'closed'] },
            ownership_version: { type: 'integer' },
            assignee: { type: ['string', 'null'] },
          },
          required: ['owner_state', 'ownership_version', 'assignee'],
          additionalProperties: false,
        },
        messages: {
          type: 'array',
          description:
            'Only with `answered_meanwhile`: the newest answers of others, at most 10, shortened as `last_message`.',
          items: { type: 'object' },
          maxItems: 10,
        },
        simulations: {
          type: 'array',
          description:
            'Only with `flow_simulations_differ`: the simulations that end differently, as the check of stored ' +
            'simulations shows them.',
          items: { type: 'object' },
          maxItems: 20,
        },
      },
      required: ['error', 'message'],
      additionalProperties: false,
    },
    FieldErrors: {
      type: 'object',
      description: 'Problems of the fields of a request.',
      properties: {
        message: {
          type: 'string',
          description: 'The first problem, and the number of other fields with problems.',
        },
        errors: {
          type: 'object',
          description: 'Problems by field. A nested field has a path such as `interactive.buttons.0.title`.',
          additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
          minProperties: 1,
        },
      },
      required: ['message', 'errors'],
      additionalProperties: false,
    },
  };
}

export interface FieldComplaint {
  name: string;
  complaint: string;
}

/** By status. Each code has its own example. */
export function refusalResponses(route: {
  codes: readonly ApiErrorCode[];
  underV1: boolean;
  hasBody: boolean;
  hasId: boolean;
  /** Null without fields. */
  field: FieldComplaint | null;
}): Record<string, Response> {
  const codes = new Set([
    ...(route.underV1 ? GENERAL : []),
    ...(route.underV1 && route.hasBody ? GENERAL_WITH_BODY : []),
    ...route.codes,
    // For an id that is too long or cannot be decoded.
    ...(route.hasId ? (['not_found'] as const) : []),
  ]);
  const statuses = new Set([...codes].map((code) => API_ERRORS[code][0] as number));
  if (route.field) statuses.add(422);

  return Object.fromEntries(
    [...statuses]
      .sort((one, other) => one - other)
      .map((status) => {
        const ofStatus = [...codes].filter((code) => API_ERRORS[code][0] === status);
        return [String(status), refusal(status, ofStatus, status === 422 ? route.field : null)];
      }),
  );
}

function refusal(status: number, codes: readonly ApiErrorCode[], field: FieldComplaint | null): Response {
  const shapes = [
    ...(codes.length > 0 ? [{ $ref: '#/components/schemas/Error' }] : []),
    ...(field ? [{ $ref: '#/components/schemas/FieldErrors' }] : []),
  ];
  const examples: NonNullable<MediaType['examples']> = {};
  for (const code of codes) {
    examples[code] = { summary: code, value: { error: code, message: API_ERRORS[code][1] } };
  }
  if (field) {
    const { name, complaint } = field;
    const value = { message: `${name}: ${complaint}`, errors: { [name]: [complaint] } };
    examples.field_errors = { summary: 'field errors', value };
  }
  const reasons = [...codes.map((code) => `\`${code}\``), ...(field ? ['field errors'] : [])];
  return {
    description: `${REASONS[status] ?? 'Refused'}: ${reasons.join(', ')}`,
    content: {
      'application/json': {
        schema: shapes.length === 1 && shapes[0] ? shapes[0] : { oneOf: shapes },
        examples,
      },
    },
  };
}
