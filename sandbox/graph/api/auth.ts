import type { Cloud } from '../cloud.ts';
import type { CloudNumber, Token } from '../records.ts';
import { GraphError } from './graph-error.ts';

const EXPIRED = 463;
const REVOKED = 467;

/** Whose token this is: what it may see and do. */
export interface Caller {
  accessToken: string;
  /** The caller's token as this number knows it; null when the number is none of its business. */
  grantOf(number: CloudNumber): Token | null;
}

/** Throws GraphError 104 without a token, 190 with one that is unknown, expired (463) or revoked (467). */
export function authenticate(
  cloud: Cloud,
  accessToken: string | null,
  hint: CloudNumber | undefined,
): Caller {
  if (accessToken === null)
    throw new GraphError(104, { message: 'An access token is required to request this resource.' });
  const now = cloud.timeline.now();
  const grantOf = (number: CloudNumber) => {
    const token = tokenOf(number, accessToken);
    return token && isValid(token, now) ? token : null;
  };
  const caller = { accessToken, grantOf };
  // Nearly always the number that is asked for is the caller's own.
  if (hint && grantOf(hint)) return caller;
  const tokens = [...cloud.numbers.values()].flatMap((number) => tokenOf(number, accessToken) ?? []);
  if (tokens.some((token) => isValid(token, now))) return caller;
  throw deadToken(tokens, now);
}

/** Why a token is not valid, as `debug_token` shows it too. */
export function deadToken(tokens: readonly Token[], now: number): GraphError {
  if (tokens.length === 0)
    return new GraphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' });
  const expired = tokens.find(
    ({ revoked, expires_at }) => !revoked && expires_at !== null && expires_at <= now,
  );
  if (expired)
    return new GraphError(190, {
      subcode: EXPIRED,
      message: `Error validating access token: Session has expired on ${new Date(expired.expires_at ?? 0).toUTCString()}. The current time is ${new Date(now).toUTCString()}.`,
    });
  return new GraphError(190, {
    subcode: REVOKED,
    message: 'Error validating access token: The session has been invalidated because the token was revoked.',
  });
}

/** Every number that knows the token, valid there or not. */
export function holdersOf(cloud: Cloud, accessToken: string): { number: CloudNumber; token: Token }[] {
  return [...cloud.numbers.values()].flatMap((number) => {
    const token = tokenOf(number, accessToken);
    return token ? [{ number, token }] : [];
  });
}

export function isValid({ revoked, expires_at }: Token, now: number): boolean {
  return !revoked && (expires_at === null || expires_at > now);
}

const tokenOf = ({ data }: CloudNumber, accessToken: string) =>
  data.tokens.find((token) => token.access_token === accessToken);
