import { createHash, timingSafeEqual } from 'node:crypto';

/** In constant time. Digests hide the length. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
