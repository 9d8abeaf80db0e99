import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { END_OF_CALENDAR, SECOND } from '../../lib/clock.ts';
import { digitsOf } from '../../lib/phone.ts';
import type { CredentialVerdict, TokenFacts } from '../credentials.ts';
import { encodeCredentials } from './credentials.ts';
import { classOf, type ErrorClass, textOf } from './error-codes.ts';
import type { Graph, GraphCall, GraphReply } from './graph.ts';
import { maybe } from './nodes.ts';

/**
 * - valid: the token may send for this number, unless the number itself is banned.
 * - invalid: the provider has said no; `kind` says what it is about, `reason` why, in words for the customer.
 * - unreachable: the provider has not said anything that counts.
 */
export type Verdict =
  | {
      outcome: 'valid';
      phoneNumber: string;
      verifiedName: string;
      token: TokenFacts | null;
      isBanned: boolean;
    }
  | { outcome: 'invalid'; kind: ErrorClass; reason: string }
  | { outcome: 'unreachable' };

const PhoneNode = z.object({
  id: z.string(),
  display_phone_number: z.string(),
  verified_name: maybe(z.string()),
  status: maybe(z.string()),
});
const GranularScope = z.object({ scope: z.string(), target_ids: maybe(z.array(z.string())) });
const DebuggedToken = z.object({
  data: z.object({
    is_valid: z.boolean(),
    scopes: maybe(z.array(z.string())),
    /** Unix seconds; 0: never. */
    expires_at: maybe(z.number()),
    granular_scopes: maybe(z.array(maybe(GranularScope))),
  }),
});
type DebuggedToken = z.infer<typeof DebuggedToken>['data'];

const SCOPE = 'whatsapp_business_messaging';
const CALL_TIMEOUT_MS = 4 * SECOND;
const WAITS_MS: readonly number[] = [300, SECOND];
const TRYING_MS = 9 * SECOND;
/** What says nothing about the credentials. */
const PASSING: readonly ErrorClass[] = ['transient', 'brief', 'app_rate', 'number_rate'];

/**
 * Asks the provider whether the token may send for the number: reads the number, then what the token is good for, where the provider tells.
 * What may pass is tried again for at most 10 s in all. Never rejects; a signal ends it as `unreachable`.
 */
export async function verifyCredentials(
  graph: Graph,
  { phoneNumberId, accessToken }: { phoneNumberId: string; accessToken: string },
  signal?: AbortSignal,
): Promise<Verdict> {
  const deadline = performance.now() + TRYING_MS;
  const path = `${phoneNumberId}?fields=id,display_phone_number,verified_name,status`;
  const node = await patiently(graph, { path, token: accessToken, signal }, deadline);
  if (node.outcome === 'error') {
    const kind = classOf(node.error, node.status);
    if (PASSING.includes(kind)) return { outcome: 'unreachable' };
    return { outcome: 'invalid', kind, reason: textOf(node.error) };
  }
  if (node.outcome !== 'ok') return { outcome: 'unreachable' };
  const parsed = PhoneNode.safeParse(node.body);
  if (!parsed.success || digitsOf(parsed.data.display_phone_number) === '') {
    // Of a number that was one before, an answer in a form that nobody knows says nothing.
    return { outcome: 'invalid', kind: 'permanent', reason: 'The id is not that of a phone number.' };
  }
  const token = await debugged(graph, { token: accessToken, signal }, deadline);
  const fault = token && faultOf(token);
  if (fault) return { outcome: 'invalid', kind: 'token', reason: fault };
  const { display_phone_number, verified_name, status } = parsed.data;
  return {
    outcome: 'valid',
    phoneNumber: digitsOf(display_phone_number),
    verifiedName: verified_name ?? '',
    token: token && factsOf(token),
    isBanned: status === 'BANNED',
  };
}

/** The same for new credentials: a valid verdict brings them in the form of the session store. */
export async function verifyNewCredentials(
  graph: Graph,
  credentials: { phoneNumberId: string; accessToken: string },
): Promise<CredentialVerdict> {
  const verdict = await verifyCredentials(graph, credentials);
  if (verdict.outcome !== 'valid') return verdict;
  return { ...verdict, creds: encodeCredentials({ ...credentials, phoneNumber: verdict.phoneNumber }) };
}

/** Not every token may ask about itself. */
async function debugged(
  graph: Graph,
  caller: Omit<Call, 'path'>,
  deadline: number,
): Promise<DebuggedToken | null> {
  const path = `debug_token?input_token=${encodeURIComponent(caller.token)}`;
  const reply = await patiently(graph, { path, ...caller }, deadline);
  return (reply.outcome === 'ok' && DebuggedToken.safeParse(reply.body).data?.data) || null;
}

/** Why the token may not send, in words. Reading a number proves only the right to read; a token that does not tell is proved by sending. */
function faultOf({ is_valid, scopes }: DebuggedToken): string | null {
  if (!is_valid) return 'The token is not valid any more.';
  return !scopes || scopes.includes(SCOPE) ? null : `The token has no permission ${SCOPE}.`;
}

function factsOf({ expires_at, granular_scopes }: DebuggedToken): TokenFacts {
  const accounts = granular_scopes?.find((each) => each?.scope === SCOPE)?.target_ids ?? [];
  const [wabaId, ...others] = new Set(accounts);
  const expiresAt = (expires_at ?? 0) * SECOND;
  return {
    expiresAt: expiresAt > 0 && expiresAt < END_OF_CALENDAR ? new Date(expiresAt) : null,
    wabaId: wabaId !== undefined && others.length === 0 ? wabaId : null,
  };
}

type Call = Pick<GraphCall, 'path' | 'token' | 'signal'>;

async function patiently(graph: Graph, call: Call, deadline: number): Promise<GraphReply> {
  for (let turn = 0; ; turn += 1) {
    const timeoutMs = Math.max(1, Math.min(CALL_TIMEOUT_MS, deadline - performance.now()));
    const reply = await graph.call({ method: 'GET', ...call, timeoutMs });
    const waitMs = WAITS_MS[turn];
    if (waitMs === undefined || performance.now() + waitMs > deadline || !mayPass(reply)) return reply;
    await wait(waitMs, undefined, { signal: call.signal }).catch(() => {});
    if (call.signal?.aborted) return reply;
  }
}

function mayPass(reply: GraphReply): boolean {
  if (reply.outcome === 'ok') return false;
  return reply.outcome !== 'error' || PASSING.includes(classOf(reply.error, reply.status));
}
