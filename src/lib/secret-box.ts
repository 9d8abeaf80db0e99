import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. The associated data ties a value to its row. */
export interface SecretBox {
  seal(plain: Uint8Array, associatedData: string): Buffer;
  /** Throws when the key, the associated data or any bit is wrong. */
  open(sealed: Uint8Array, associatedData: string): Buffer;
}

/** Layout: version byte, 12-byte nonce, ciphertext, 16-byte tag. */
export function createSecretBox(keyHex: string): SecretBox {
  // Node checks and copies a raw key at each use, which is slower than the cipher.
  const key = createSecretKey(keyHex, 'hex');

  return {
    seal(plain, associatedData) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(associatedData));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, body, cipher.getAuthTag()]);
    },

    open(sealed, associatedData) {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) {
        throw new Error(`Not a sealed value: ${associatedData}`);
      }
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAAD(Buffer.from(associatedData));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
  };
}
