import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { HOUR } from '../../../platform/lib/clock.ts';

/** Signs what the installation pushes: RFC 8292. */
export interface PushKeys {
  /** An uncompressed point of P-256. */
  publicKey: Buffer;
  /** 32 bytes. */
  privateKey: Buffer;
}

/** At most a day, by the RFC. */
const VALID_MS = 12 * HOUR;

export function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Leading zeros are not in the answer of Node.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey(), privateKey };
}

/** The header Authorization. `contact`: the URL of the gateway, or `mailto:`. */
export function authorize(
  { publicKey, privateKey }: PushKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const expiry = Math.floor((now.getTime() + VALID_MS) / 1_000);
  const claims = { aud: new URL(endpoint).origin, exp: expiry, sub: contact };
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64(JSON.stringify(part))).join('.');
  const point = { x: base64(publicKey.subarray(1, 33)), y: base64(publicKey.subarray(33)) };
  const jwk = { kty: 'EC', crv: 'P-256', ...point, d: base64(privateKey) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${base64(signature)}, k=${base64(publicKey)}`;
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
