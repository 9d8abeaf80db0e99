import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** AES-256-GCM, and HMAC-SHA-256 with a separate key. Associated data ties values to rows. */
export interface SecretBox {
  seal(plain: Uint8Array, associatedData: string): Buffer;
  /** Throws when key, data or a bit is wrong. */
  open(sealed: Uint8Array, associatedData: string): Buffer;
  /** 32 bytes, equal for equal texts. */
  mac(text: string, associatedData: string): Buffer;
}

/** Version byte, 12-byte nonce, ciphertext, 16-byte tag. */
export function createSecretBox(keyHex: string): SecretBox {
  // Raw keys are slower than the cipher.
  const key = createSecretKey(keyHex, 'hex');
  const macKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'kurir mac', KEY_BYTES)));

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

    mac(text, associatedData) {
      return createHmac('sha256', macKey)
        .update(JSON.stringify([associatedData, text]))
        .digest();
    },
  };
}
