/** An answer of the gateway that is an error, or no answer. */
export class Problem extends Error {
  override name = 'Problem';
  /** 0: the gateway did not answer. */
  readonly status: number;
  /** A code of docs/error-codes.md, `invalid_fields`, or `unreachable`. */
  readonly code: string;
  /** Field problems by the path of the field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds that the gateway asks to wait. */
  readonly retryAfter: number | null;
  /** The parsed body. */
  readonly body: unknown;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Problem['fields']; retryAfter?: number | null; body?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? {};
    this.retryAfter = more.retryAfter ?? null;
    this.body = more.body;
  }

  /** Whether the same call can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Reads an answer that is not 2xx. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const { error, message, errors } = isObject(body) ? body : {};
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  if (isFields(errors)) {
    return new Problem(response.status, 'invalid_fields', String(message ?? ''), { fields: errors, body });
  }
  const code = typeof error === 'string' ? error : codeOfProxy(response.status);
  return new Problem(response.status, code, String(message ?? response.statusText), { retryAfter, body });
}

/** An answer without a body of the gateway comes from a proxy in front of it. */
function codeOfProxy(status: number): string {
  if (status === 413) return 'payload_too_large';
  return status >= 500 ? 'service_unavailable' : 'unknown';
}

/** Any thrown value as a problem. Browsers have their own words for a call, or a file of a page, without an answer. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isUnanswered = /fetch|network|load|import/i.test(message);
  return new Problem(0, isUnanswered ? 'unreachable' : 'internal_error', message);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFields = (value: unknown): value is Record<string, string[]> =>
  isObject(value) && Object.values(value).every(Array.isArray);
