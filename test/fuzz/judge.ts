import type { ApiDocument, Documented } from './document.ts';
import type { Request } from './request.ts';
import type { Answer, NoAnswer } from './wire.ts';

export interface Violation {
  /** The broken promise. The same fault has the same text. */
  promise: string;
  detail: string;
}

/** Error codes for invalid HTTP and unknown addresses. No operation documents them. */
const HTTP_REFUSALS: Record<string, number> = {
  bad_request: 400,
  request_timeout: 408,
  headers_too_large: 431,
};
const ADDRESS_REFUSALS: Record<string, number> = { not_found: 404, method_not_allowed: 405 };
const STRAY_STATUSES = [400, 401, 403, 404, 405, 413, 415, 422, 429, 431];
/** The official devices of the fuzzer have no provider. */
const PROVIDER_IS_AWAY = /The provider did not (list the templates|answer)/;
const STACK = /\\n\s+at \S|node_modules|\.[jt]s:\d+|file:\/\/\S+\.[jt]s/;
const SQL = new RegExp(
  [
    'syntax error at or near',
    'violates (unique|foreign|check|not-null)',
    'duplicate key value',
    'relation "',
    'column "',
    '\\bpg_\\w+',
    'insert into ',
    'select .+ from ',
    'deadlock',
    'invalid byte sequence',
    'invalid input syntax',
  ].join('|'),
  'i',
);

export interface Judged {
  violations: Violation[];
  /** The body as JSON, if it is JSON. */
  body: unknown;
}

/** All violations of an answer: of the document and of the general rules. */
export function judge(
  document: ApiDocument,
  request: Request,
  answer: Answer | NoAnswer,
  about: { secrets: readonly string[]; databaseIsAway: boolean },
): Judged {
  if (typeof answer === 'string') {
    const expected = request.mayBreak && answer === 'closed';
    return {
      violations: expected ? [] : [{ promise: 'there is an answer', detail: answer }],
      body: undefined,
    };
  }
  const violations: Violation[] = [];
  const blame = (promise: string, detail: string) => violations.push({ promise, detail });
  const blameMatch = (promise: string, pattern: RegExp, text: string) => {
    const found = pattern.exec(text);
    // The answer can repeat data of the request.
    if (found && !pattern.test(request.body.toString()))
      blame(promise, text.slice(found.index, found.index + 200));
  };
  const { status, headers } = answer;
  const text = answer.body.toString();
  const body = readJson(text);

  const isAway = status === 503 && (about.databaseIsAway || PROVIDER_IS_AWAY.test(text));
  if (status >= 500 && !isAway) blame('nothing fails inside', `${status} ${text}`);
  blameMatch('no answer shows where the code is', STACK, text);
  blameMatch('no answer speaks of SQL', SQL, text.replaceAll('\\"', '"'));
  const isCreation = status === 201;
  if (
    !isCreation &&
    about.secrets.some(
      (secret) => text.includes(secret) || [...headers.values()].some((value) => value.includes(secret)),
    )
  ) {
    blame('no answer repeats a secret', text);
  }
  if (answer.body.length > 0 && body === undefined && headers.get('content-type')?.includes('json')) {
    blame('what says that it is JSON is JSON', text);
  }

  const documented = request.operation?.answers.get(status);
  if (documented) judgeDocumented(request, answer, documented, body, blame);
  else judgeUndocumented(document, request, answer, body, blame);
  judgeKey(request, answer, body, blame);
  if (status >= 200 && status < 300) judgeGranted(request, answer, blame);
  return { violations, body };
}

type Blame = (promise: string, detail: string) => void;

function judgeDocumented(
  request: Request,
  answer: Answer,
  documented: Documented,
  body: unknown,
  blame: Blame,
): void {
  const { status, headers } = answer;
  const type = headers.get('content-type')?.split(';')[0] ?? 'nothing';
  if (request.method !== 'HEAD') {
    if (documented.mediaTypes.length === 0 && answer.body.length > 0) {
      blame(`${status} has no body`, answer.body.toString());
    } else if (documented.mediaTypes.length > 0 && !allowsType(documented, type)) {
      blame(`${status} has a documented type`, type);
    }
    if (type === 'application/json') {
      const complaints = documented.complaints(body);
      if (complaints.length > 0) blame(`the body of ${status} is as documented`, complaints.join('; '));
      const code = errorOf(body);
      if (code !== null && !documented.codes.has(code) && !isCommon(request, status, code)) {
        blame(`the code of ${status} is documented`, code);
      }
    }
  }
  for (const name of documented.requiredHeaders) {
    if (!headers.has(name)) blame(`${status} comes with its headers`, name);
  }
}

/** A file can have any type. */
const allowsType = ({ mediaTypes }: Documented, type: string) =>
  mediaTypes.includes(type) || (mediaTypes.includes('*/*') && type !== 'nothing');

function judgeUndocumented(
  document: ApiDocument,
  request: Request,
  answer: Answer,
  body: unknown,
  blame: Blame,
): void {
  const { status } = answer;
  const { operation, flavour } = request;
  const isExpected = operation
    ? isCommon(request, status, errorOf(body) ?? '')
    : flavour === 'stray address' || STRAY_STATUSES.includes(status);
  if (!isExpected) {
    blame(
      operation ? 'every status is documented' : 'what nobody knows is refused',
      `${status} ${answer.body}`,
    );
  }
  if (!isExpected || status < 400 || request.method === 'HEAD') return;
  const refusals = document.operations.flatMap(({ answers }) => [...answers.values()]);
  if (!refusals.some((refusal) => refusal.codes.size > 0 && refusal.complaints(body).length === 0)) {
    blame('every refusal has the shape of the others', `${status} ${answer.body}`);
  }
}

/** Whether the server can refuse the request before any operation. */
function isCommon({ mayBreak, flavour }: Request, status: number, code: string): boolean {
  return (
    (mayBreak && HTTP_REFUSALS[code] === status) || (flavour === 'path' && ADDRESS_REFUSALS[code] === status)
  );
}

function judgeKey(request: Request, answer: Answer, body: unknown, blame: Blame): void {
  const { status } = answer;
  const { operation, keyStatus, key, method, flavour } = request;
  if (status < 300 && request.isForeign) blame('what belongs to others is out of reach', `${status}`);
  if (!operation || operation.open || request.mayBreak || flavour === 'path') return;
  if (keyStatus !== null && status !== keyStatus) blame('a bad key opens nothing', `${key}: ${status}`);
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (
    keyStatus === null &&
    key === 'read' &&
    isWrite &&
    errorOf(body) !== 'insufficient_scope' &&
    status !== 401
  ) {
    blame('a read key changes nothing', `${status}`);
  }
}

function judgeGranted(request: Request, answer: Answer, blame: Blame): void {
  if (!request.operation?.body || request.json === undefined) return;
  if (answer.headers.has('idempotency-replayed')) return;
  const complaints = request.operation.body.complaints(request.json);
  if (complaints.length > 0) blame('what the document forbids is refused', complaints.join('; '));
}

function errorOf(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
