import { API_ERRORS, type ApiErrorCode } from '../lib/errors.ts';
import type { MediaType, Response, Schemas } from './open-api.ts';

/** What every call below /v1 may be refused with. */
const GENERAL: readonly ApiErrorCode[] = [
  'invalid_api_key',
  'account_inactive',
  'insufficient_scope',
  'internal_error',
  'service_unavailable',
];
/** What every call with a body may be refused with besides. */
const GENERAL_WITH_BODY: readonly ApiErrorCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
];
const REASONS: Record<number, string> = {
  400: 'The request is not readable',
  401: 'No valid API key',
  402: 'A limit of the plan is reached',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible in the present state',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'Understood, and refused',
  429: 'Too many requests in this minute',
  500: 'Our fault; the request may be repeated',
  503: 'Not available for the moment; the request may be repeated',
};

/** `Error` and `FieldErrors`, the two shapes of a refusal. */
export function refusalSchemas(): Schemas {
  return {
    Error: {
      type: 'object',
      description: 'A refusal. Decide by `error`; `message` is for people and may change.',
      properties: {
        error: { type: 'string', enum: Object.keys(API_ERRORS), description: 'The code.' },
        message: { type: 'string', description: 'The same in words.' },
      },
      required: ['error', 'message'],
      additionalProperties: false,
    },
    FieldErrors: {
      type: 'object',
      description: 'What is wrong with the fields of a request.',
      properties: {
        message: { type: 'string', description: 'The first complaint, and how many fields more have one.' },
        errors: {
          type: 'object',
          description:
            'The complaints by field; a field inside another has a dotted path (`interactive.buttons.0.title`).',
          additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
          minProperties: 1,
        },
      },
      required: ['message', 'errors'],
      additionalProperties: false,
    },
  };
}

/** A field and what may be said of it. */
export interface FieldComplaint {
  name: string;
  complaint: string;
}

/** The refusals of a route by status, each code with an example of its own. */
export function refusalResponses(route: {
  codes: readonly ApiErrorCode[];
  underV1: boolean;
  hasBody: boolean;
  hasId: boolean;
  /** A field that may be wrong; null when there are none. */
  field: FieldComplaint | null;
}): Record<string, Response> {
  const codes = new Set([
    ...(route.underV1 ? GENERAL : []),
    ...(route.underV1 && route.hasBody ? GENERAL_WITH_BODY : []),
    ...route.codes,
    // An id that is too long for any address, or cannot be decoded.
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
