import { SECOND } from '../../../platform/lib/clock.ts';
import type { GuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { HttpAnswer, HttpCall } from './world.ts';

const TIMEOUT_MS = 5 * SECOND;
const MAX_RESPONSE_BYTES = 65_536;
/** A header has these characters, and the connection writes them as they are. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Redirects are answers: the server of a flow is the one that the flow names. */
export async function sendRequest(
  client: GuardedClient,
  call: HttpCall,
  secrets: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const headers = headersOf(call, secrets);
  if ('failed' in headers) return headers;
  const outcome = await client.post(call.url, {
    method: call.method,
    headers: headers.headers,
    timeoutMs: TIMEOUT_MS,
    signal,
    body: call.body === null ? null : Buffer.from(call.body),
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  if (!('status' in outcome)) return { failed: outcome.error };
  return outcome.isCut ? { failed: 'cut_off' } : { status: outcome.status, text: outcome.excerpt };
}

function headersOf(
  { headers, body, idempotency_key }: HttpCall,
  secrets: ReadonlyMap<string, string>,
): { headers: Record<string, string> } | { failed: string } {
  const all: Record<string, string> = {
    accept: 'application/json',
    'idempotency-key': idempotency_key,
    ...(body !== null && { 'content-type': 'application/json' }),
  };
  for (const { name, value } of headers) {
    const parts = value.map((part) => (typeof part === 'string' ? part : secrets.get(part.secret)));
    if (parts.includes(undefined)) return { failed: 'missing_secret' };
    const written = parts.join('');
    if (!HEADER_VALUE.test(written)) return { failed: 'invalid_header' };
    all[name.toLowerCase()] = written;
  }
  return { headers: all };
}

/** Names of secrets in the headers. */
export const secretsIn = ({ headers }: HttpCall): string[] => [
  ...new Set(
    headers.flatMap(({ value }) => value.flatMap((part) => (typeof part === 'string' ? [] : [part.secret]))),
  ),
];
