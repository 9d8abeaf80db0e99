import {
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

const PRIME = 2n ** 255n - 19n;

export interface Pair {
  secret: KeyObject;
  /** 32 bytes */
  open: Buffer;
}

export const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

export const hkdf = (secret: Uint8Array, salt: Uint8Array | string, info: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

export function newPair(curve: 'x25519' | 'ed25519' = 'x25519'): Pair {
  const { privateKey } = curve === 'x25519' ? generateKeyPairSync('x25519') : generateKeyPairSync('ed25519');
  return { secret: privateKey, open: openOf(privateKey) };
}

/** X25519 of a pair with a raw public key. */
export function agree({ secret }: Pair, open: Uint8Array): Buffer {
  return diffieHellman({ privateKey: secret, publicKey: publicKey('X25519', open) });
}

/** A pair that signs as the network does: with a Montgomery key, in XEdDSA. */
export function newSigner(): { open: Buffer; sign(message: Uint8Array): Buffer } {
  const { secret, open } = newPair('ed25519');
  const y = toNumber(open);
  return {
    open: toBytes((1n + y) * inverse(1n - y)),
    sign: (message) => {
      const signature = sign(null, message, secret);
      // The verifier knows u alone, so the sign of x travels here.
      signature.writeUInt8(signature.readUInt8(63) | (open.readUInt8(31) & 0x80), 63);
      return signature;
    },
  };
}

/** Whether the owner of a Montgomery key signed the message, in XEdDSA. */
export function isSigned(open: Uint8Array, message: Uint8Array, signed: Uint8Array): boolean {
  const u = toNumber(open);
  const key = toBytes((u - 1n) * inverse(u + 1n));
  const signature = Buffer.from(signed);
  const sign = signature.readUInt8(63) & 0x80;
  key.writeUInt8(key.readUInt8(31) | sign, 31);
  signature.writeUInt8(signature.readUInt8(63) & 0x7f, 63);
  return verify(null, message, publicKey('Ed25519', key), signature);
}

function openOf(secret: KeyObject): Buffer {
  return Buffer.from(createPublicKey(secret).export({ format: 'jwk' }).x ?? '', 'base64url');
}

function publicKey(crv: string, open: Uint8Array): KeyObject {
  const x = Buffer.from(open).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv, x }, format: 'jwk' });
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
}

function toBytes(value: bigint): Buffer {
  const positive = ((value % PRIME) + PRIME) % PRIME;
  return Buffer.from(positive.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** By Fermat: value to the power of PRIME - 2. */
function inverse(value: bigint): bigint {
  let [result, base] = [1n, ((value % PRIME) + PRIME) % PRIME];
  for (let power = PRIME - 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
}
