import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;
/** A callback is of one app, and knows one or two secrets of it. Whoever has none may not make us try thousands on megabytes. */
const MAX_SECRETS = 20;

/** The digest that a signature header of the provider names; null when it names none. */
export function digestIn(header: unknown): Buffer | null {
  const hex = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

/**
 * Answers whether a secret has signed exactly these bytes, in constant time. However often it is asked, each secret is tried once, and no more
 * than MAX_SECRETS of them.
 */
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

/** Whether two texts are the same, in constant time. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [digest(left), digest(right)];
  return timingSafeEqual(a, b);
}

const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
