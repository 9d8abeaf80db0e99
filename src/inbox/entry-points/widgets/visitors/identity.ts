import { isUtf8 } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { cut, toStorable } from '../../../../platform/lib/text.ts';
import { CLOCK_LEEWAY_MS, IDENTITY_MS, MAX_CONTACT_NAME, MAX_IDENTITY, MAX_USER_ID } from './limits.ts';

/** As the web site says. */
export interface SignedIdentity {
  userId: string;
  name: string | null;
}

/** Fixed, so that no token chooses a weaker one. */
const Header = z.object({ alg: z.literal('HS256'), crit: z.never().optional() });
const seconds = z.number().transform((value) => value * SECOND);
const Claims = z.object({
  sub: z.string().min(1).max(MAX_USER_ID),
  aud: z.union([z.string(), z.array(z.string()).max(20)]),
  exp: seconds,
  nbf: seconds.optional(),
  name: z.string().nullish(),
});

/**
 * A JSON Web Token (RFC 7519). Null: another secret or widget, expired, or valid for over an hour.
 */
export function readIdentity(
  token: string,
  { secret, widgetUuid, now }: { secret: string; widgetUuid: string; now: Date },
): SignedIdentity | null {
  if (token.length > MAX_IDENTITY) return null;
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isSigned(`${header}.${payload}`, signature, secret)) return null;
  const claims = Claims.safeParse(jsonIn(payload)).data;
  if (!Header.safeParse(jsonIn(header)).success || !claims) return null;
  const { sub, aud, exp, nbf = 0, name } = claims;
  const at = now.getTime();
  const isValid = exp > at - CLOCK_LEEWAY_MS && exp <= at + IDENTITY_MS + CLOCK_LEEWAY_MS;
  if (!isValid || nbf > at + CLOCK_LEEWAY_MS || ![aud].flat().includes(widgetUuid)) return null;
  const shown = toStorable(cut(name?.trim() ?? '', MAX_CONTACT_NAME));
  return { userId: sub, name: shown === '' ? null : shown };
}

/** In constant time. */
function isSigned(text: string, signature: string, secret: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  const expected = createHmac('sha256', secret).update(text).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Other encodings would make one id of several users. */
function jsonIn(part: string): unknown {
  const bytes = Buffer.from(part, 'base64url');
  if (!isUtf8(bytes)) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
