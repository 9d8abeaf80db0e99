import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { digitsOf } from '../../../../platform/lib/phone.ts';
import type { CredentialVerdict, TokenFacts } from '../../credentials.ts';
import type { Quality } from '../../standing.ts';
import { classOf, type ErrorClass, isTemporary, textOf } from '../graph/error-codes.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient } from '../graph/lenient-values.ts';
import { readPatiently } from '../graph/read-patiently.ts';
import type { GraphReply } from '../graph/reply.ts';
import { readLimit } from '../standing/read-limit.ts';
import { qualityOf } from '../standing/words.ts';
import { encodeCredentials } from './credentials.ts';
import { factsOf, readToken, refusalOf } from './token.ts';

/** Sessions read `kind`, customers `reason`. */
export type Verdict =
  | {
      outcome: 'valid';
      phoneNumber: string;
      verifiedName: string;
      token: TokenFacts | null;
      isBanned: boolean;
      quality: Quality | null;
    }
  | Invalid
  | { outcome: 'unreachable' };

type Invalid = { outcome: 'invalid'; kind: ErrorClass; reason: string };

const PhoneNode = z.object({
  id: z.string(),
  display_phone_number: z.string(),
  verified_name: lenient(z.string()),
  status: lenient(z.string()),
  quality_rating: lenient(z.string()),
});
type PhoneNode = z.infer<typeof PhoneNode>;

const DEADLINE_MS = 9 * SECOND;
/** The number is added without it, too. */
const LIMIT_DEADLINE_MS = 4 * SECOND;
const UNREACHABLE = { outcome: 'unreachable' } as const;

/** Retries temporary errors for 10 s. Never rejects; the signal ends it as `unreachable`. */
export async function verifyCredentials(
  graph: Graph,
  { phoneNumberId, accessToken }: { phoneNumberId: string; accessToken: string },
  signal?: AbortSignal,
): Promise<Verdict> {
  const deadline = performance.now() + DEADLINE_MS;
  const path = `${phoneNumberId}?fields=id,display_phone_number,verified_name,status,quality_rating`;
  const number = phoneNodeIn(await readPatiently(graph, { path, token: accessToken, signal }, deadline));
  if ('outcome' in number) return number;
  const token = await readToken(graph, { token: accessToken, signal }, deadline);
  const refusal = token && refusalOf(token);
  if (refusal) return { outcome: 'invalid', kind: 'token', reason: refusal };
  return {
    outcome: 'valid',
    phoneNumber: digitsOf(number.display_phone_number),
    verifiedName: number.verified_name ?? '',
    token: token && factsOf(token),
    isBanned: number.status === 'BANNED',
    quality: qualityOf(number.quality_rating),
  };
}

export async function verifyNewCredentials(
  graph: Graph,
  credentials: { phoneNumberId: string; accessToken: string },
): Promise<CredentialVerdict> {
  const verdict = await verifyCredentials(graph, credentials);
  if (verdict.outcome !== 'valid') return verdict;
  const { phoneNumberId, accessToken: token } = credentials;
  const asked = { phoneNumberId, token, wabaId: verdict.token?.wabaId ?? null };
  const limit = await readLimit(graph, asked, performance.now() + LIMIT_DEADLINE_MS);
  const standing = { quality: verdict.quality, limit };
  return {
    ...verdict,
    standing,
    creds: encodeCredentials({ ...credentials, phoneNumber: verdict.phoneNumber }),
  };
}

function phoneNodeIn(reply: GraphReply): PhoneNode | Exclude<Verdict, { outcome: 'valid' }> {
  if (reply.outcome === 'error') {
    const kind = classOf(reply.error, reply.status);
    return isTemporary(kind) ? UNREACHABLE : { outcome: 'invalid', kind, reason: textOf(reply.error) };
  }
  if (reply.outcome !== 'ok') return UNREACHABLE;
  const node = PhoneNode.safeParse(reply.body).data;
  if (node && digitsOf(node.display_phone_number) !== '') return node;
  // `permanent`: does not end sessions of valid numbers.
  return { outcome: 'invalid', kind: 'permanent', reason: 'The id is not that of a phone number.' };
}
