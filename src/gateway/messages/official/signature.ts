import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;
/** Against thousands of tries on megabytes. A callback has one app with one or two secrets. */
const MAX_SECRETS = 20;

export function digestIn(header: unknown): Buffer | null {
  const hex = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

/** In constant time. Tries at most MAX_SECRETS, once each. */
export function createVerifier(bytes: Buffer, digest: Buffer): (secret: string) => boolean {
  const tried = new Map<string, boolean>();
  return (secret) => {
    const known = tried.get(secret);
    if (known !== undefined) return known;
    if (tried.size >= MAX_SECRETS) return false;
    const isSigner = timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), digest);
    tried.set(secret, isSigner);
    return isSigner;
  };
}

export function isSameText(left: string, right: string): boolean {
  const [a, b] = [digest(left), digest(right)];
  return timingSafeEqual(a, b);
}

const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
