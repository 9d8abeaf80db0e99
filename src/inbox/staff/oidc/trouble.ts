import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/**
 * - refused: the person is not confirmed.
 * - unavailable: no answer, or this installation is not accepted.
 */
export interface Trouble {
  outcome: 'refused' | 'unavailable';
  /** A code for the log, without values of the request. */
  reason: string;
}

/** RFC 6749: wrong settings, or the provider failed. */
const NOT_OF_THE_PERSON = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
]);

const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
]);

const MAX_REASON = 80;

/** Keeps only the kind: the library's errors carry codes and tokens. */
export function classify(error: unknown): Trouble {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return {
      outcome: NOT_OF_THE_PERSON.has(error.error) ? 'unavailable' : 'refused',
      reason: plain(error.error),
    };
  }
  if (error instanceof ClientError && error.code !== undefined) {
    return { outcome: NO_ANSWER.has(error.code) ? 'unavailable' : 'refused', reason: plain(error.code) };
  }
  const name = error instanceof Error ? error.name : 'unknown';
  return { outcome: 'unavailable', reason: plain(name) };
}

/** The provider chooses the text. */
const plain = (text: string) => text.replace(/[^\w.-]/g, '').slice(0, MAX_REASON);
