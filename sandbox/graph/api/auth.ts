import type { Cloud } from '../cloud.ts';
import type { CloudNumber, Token } from '../records.ts';
import { GraphError } from './graph-error.ts';

const EXPIRED_SUBCODE = 463;
const REVOKED_SUBCODE = 467;

/** The rights of an access token. */
export interface Caller {
  accessToken: string;
  grantOf(number: CloudNumber): Token | null;
}

/** Throws GraphError 104 without a token, 190 with an invalid one. */
export function authenticate(
  cloud: Cloud,
  accessToken: string | null,
  requestedNumber: CloudNumber | undefined,
): Caller {
  if (accessToken === null)
    throw new GraphError(104, { message: 'An access token is required to request this resource.' });
  const now = cloud.clock.now();
  const grantOf = (number: CloudNumber) => {
    const token = tokenOf(number, accessToken);
    return token && isValid(token, now) ? token : null;
  };
  const caller = { accessToken, grantOf };
  if (requestedNumber && grantOf(requestedNumber)) return caller;
  const tokens = [...cloud.numbers.values()].flatMap((number) => tokenOf(number, accessToken) ?? []);
  if (tokens.some((token) => isValid(token, now))) return caller;
  throw invalidTokenError(tokens, now);
}

/** The error of an invalid token. */
export function invalidTokenError(tokens: readonly Token[], now: number): GraphError {
  if (tokens.length === 0)
    return new GraphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' });
  const expired = tokens.find(
    ({ revoked, expires_at }) => !revoked && expires_at !== null && expires_at <= now,
  );
  if (expired)
    return new GraphError(190, {
      subcode: EXPIRED_SUBCODE,
      message:
        'Error validating access token: Session has expired on ' +
        `${new Date(expired.expires_at ?? 0).toUTCString()}. ` +
        `The current time is ${new Date(now).toUTCString()}.`,
    });
  return new GraphError(190, {
    subcode: REVOKED_SUBCODE,
    message: 'Error validating access token: The session has been invalidated because the token was revoked.',
  });
}

/** All numbers that know the token, valid or not. */
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
