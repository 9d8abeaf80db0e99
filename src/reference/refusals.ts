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
  400: 'The request is not readable.',
  401: 'No valid API key.',
  402: 'A limit of the plan is reached.',
  403: 'Not allowed.',
  404: 'Not found.',
  409: 'Not possible in the present state.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Understood, and refused.',
  429: 'Too many requests in this minute.',
  500: 'Our fault; the request may be repeated.',
  503: 'Not available for the moment; the request may be repeated.',
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

/** The refusals of a route by status, each code with an example of its own. */
export function refusalResponses(route: {
  codes: readonly ApiErrorCode[];
  underV1: boolean;
  hasBody: boolean;
  checksFields: boolean;
}): Record<string, Response> {
  const general = route.underV1 ? [...GENERAL, ...(route.hasBody ? GENERAL_WITH_BODY : [])] : [];
  const codes = new Set([...general, ...route.codes]);
  const statuses = new Set([...codes].map((code) => API_ERRORS[code][0] as number));
  if (route.checksFields) statuses.add(422);

  return Object.fromEntries(
    [...statuses]
      .sort((one, other) => one - other)
      .map((status) => {
        const ofStatus = [...codes].filter((code) => API_ERRORS[code][0] === status);
        return [String(status), refusal(status, ofStatus, status === 422 && route.checksFields)];
      }),
  );
}

function refusal(status: number, codes: readonly ApiErrorCode[], fields: boolean): Response {
  const shapes = [
    ...(codes.length > 0 ? [{ $ref: '#/components/schemas/Error' }] : []),
    ...(fields ? [{ $ref: '#/components/schemas/FieldErrors' }] : []),
  ];
  const examples: NonNullable<MediaType['examples']> = {};
  for (const code of codes) {
    examples[code] = { summary: code, value: { error: code, message: API_ERRORS[code][1] } };
  }
  if (fields) examples.field_errors = { summary: 'field errors', value: FIELD_EXAMPLE };
  const codeList = codes.map((code) => `\`${code}\``).join(', ');
  return {
    description: [REASONS[status] ?? 'Refused.', codeList, fields ? 'or field errors' : '']
      .filter((part) => part !== '')
      .join(' '),
    content: {
      'application/json': {
        schema: shapes.length === 1 && shapes[0] ? shapes[0] : { oneOf: shapes },
        examples,
      },
    },
  };
}

const FIELD_EXAMPLE = { message: 'label: is required', errors: { label: ['is required'] } };
