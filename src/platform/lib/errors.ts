import { API_ERRORS, type ApiErrorCode } from './error-codes.ts';

/** Answered as `{error, message}`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: object;
  /** Seconds. Null: by code. */
  retryAfter: number | null = null;

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code][1], fields: object = {}) {
    super(message);
    this.fields = fields;
    this.code = code;
    this.status = API_ERRORS[code][0];
  }
}

/** `{message, errors: {field: [text]}}`, 422. */
export class FieldErrors extends Error {
  override name = 'FieldErrors';
  readonly errors: Record<string, string[]>;

  constructor(errors: Record<string, string[]>) {
    super(summaryOf(errors));
    this.errors = errors;
  }
}

function summaryOf(errors: Record<string, string[]>): string {
  const [field, ...others] = Object.keys(errors);
  if (field === undefined) return 'The request is not valid.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${field}: ${errors[field]?.[0] ?? 'is not valid'}${more}`;
}
