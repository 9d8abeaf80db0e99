import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';

// The form of `../keys/codec.ts`, without the client library: the process that serves requests has not loaded it.

export interface KeyPair {
  private: Buffer;
  public: Buffer;
}

export const MAX_KEY_ID = 0xff_ff_ff;
/** Before the 32 bytes of a public key. */
const CURVE = Buffer.from([5]);
const PRIVATE_DER = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** As `BufferJSON` of the client library writes bytes. Protobuf messages write them as base64. */
const Written = z.union([
  z.base64(),
  z.object({
    type: z.literal('Buffer'),
    data: z.union([z.base64(), z.array(z.int().min(0).max(255)).max(2_000)]),
  }),
]);

export const bytes = (length?: number) =>
  Written.transform((written) => {
    const data = typeof written === 'string' ? written : written.data;
    return typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data);
  }).refine((value) => (length === undefined ? value.length > 0 : value.length === length));

export const keyPair = z
  .object({ private: bytes(32), public: bytes(32) })
  .refine((pair) => publicOf(pair.private).equals(pair.public), 'has two keys that do not belong together');

export function publicOf(key: Buffer): Buffer {
  const pair = { key: Buffer.concat([PRIVATE_DER, key]), format: 'der', type: 'pkcs8' } as const;
  return createPublicKey(createPrivateKey(pair)).export({ format: 'der', type: 'spki' }).subarray(-32);
}

export function newKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('x25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return { private: key, public: publicOf(key) };
}

export const identityOf = (publicKey: Buffer): Buffer => Buffer.concat([CURVE, publicKey]);

/** Bytes become those of `BufferJSON`. */
export function toStored(value: unknown): Buffer {
  return Buffer.from(
    JSON.stringify(value, (_key, each) =>
      each?.type === 'Buffer' ? { type: 'Buffer', data: Buffer.from(each.data).toString('base64') } : each,
    ),
  );
}
