import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Whether the header is the provider's signature of exactly these bytes, made with this secret; in constant time. */
export function isSignedWith(secret: string, bytes: Buffer, header: unknown): boolean {
  const hex = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  if (hex === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), Buffer.from(hex, 'hex'));
}

/** Whether two texts are the same, in constant time. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [digest(left), digest(right)];
  return timingSafeEqual(a, b);
}

const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
