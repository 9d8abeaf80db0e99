import { errors } from 'undici';

/** Texts for customers, without our addresses. */
export const OUTBOUND_ERRORS = {
  invalid_url: 'The URL must be http or https, without user name and password.',
  blocked_address: 'The host is in a network that must not be reached.',
  blocked_port: 'The port must not be reached.',
  dns_failed: 'The host name could not be resolved.',
  name_server_silent: 'The name server of the gateway does not answer.',
  no_way_out: 'The gateway could not open a connection to any network.',
  connect_failed: 'The connection could not be established.',
  connect_timeout: 'The connection was not established in time.',
  tls_failed: 'The TLS handshake failed.',
  connection_closed: 'The connection was closed before an answer came.',
  invalid_response: 'The answer is not valid HTTP.',
  timeout: 'No answer came in time.',
  too_many_redirects: 'The URL is redirected too often.',
  aborted: 'The request was given up on our side.',
  request_failed: 'The request failed.',
} as const satisfies Record<string, string>;

export type OutboundError = keyof typeof OUTBOUND_ERRORS;

/** Of the gateway or its network: they say nothing about the host. */
export const OWN_ERRORS: readonly OutboundError[] = ['name_server_silent', 'no_way_out'];

export interface Failure {
  error: OutboundError;
  message: string;
}

export class OutboundFailure extends Error {
  override name = 'OutboundFailure';
  readonly code: OutboundError;
  readonly detail: string;

  constructor(code: OutboundError, detail = '') {
    super(failure(code, detail).message);
    this.code = code;
    this.detail = detail;
  }
}

export function failure(error: OutboundError, detail = ''): Failure {
  return { error, message: detail === '' ? OUTBOUND_ERRORS[error] : `${OUTBOUND_ERRORS[error]} (${detail})` };
}

const DNS = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|ETIMEOUT)/;
/** No network, no free port, no free descriptor. A host that is unreachable, or has IPv6 alone, is no such case. */
const NO_WAY_OUT = /^(ENETDOWN|EADDRNOTAVAIL|EMFILE|ENFILE|ENOBUFS)$/;
const CONNECT = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EACCES|EPERM)$/;
const TLS = /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH$|^INVALID_CA$/;
const CLOSED = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED)$/;
const BAD_ANSWER = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|Z_|ZSTD_|ERR_BROTLI|ERR__ERROR_FORMAT)/;

export function classify(error: Error): Failure {
  if (error instanceof OutboundFailure) return failure(error.code, error.detail);
  if (error instanceof errors.HTTPParserError || isBadAnswer(error)) return failure('invalid_response');
  const code = codeOf(error);
  if (DNS.test(code)) return failure('dns_failed', code);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return failure('connect_timeout');
  if (NO_WAY_OUT.test(code)) return failure('no_way_out', code);
  if (CONNECT.test(code)) return failure('connect_failed', code);
  if (TLS.test(code)) return failure('tls_failed', code);
  if (CLOSED.test(code)) return failure('connection_closed');
  if (BAD_ANSWER.test(code)) return failure('invalid_response');
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return failure('aborted');
  return failure('request_failed', code);
}

/** undici closes the connection on an unexpected 100 or 101. Only the text of its error shows this. */
function isBadAnswer(error: Error): boolean {
  return error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);
}

/** Empty without one. AggregateError: its first. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const first = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeOf(first);
}
