import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** AES-256-GCM, and HMAC-SHA-256 with a separate key. Associated data ties values to rows. */
export interface SecretBox {
  seal(plain: Uint8Array, associatedData: string): Buffer;
  /** Also what an earlier key has sealed. Throws when key, data or a bit is wrong. */
  open(sealed: Uint8Array, associatedData: string): Buffer;
  /** False: an earlier key, or none, has sealed it. */
  isCurrent(sealed: Uint8Array, associatedData: string): boolean;
  /** Names the key that seals, and reveals nothing of it. */
  readonly keyMark: string;
  /** 32 bytes, equal for equal texts. */
  mac(text: string, associatedData: string): Buffer;
  /** The key for `mac` that belongs to the key of this value. Throws as `open`. */
  macKeyOf(sealed: Uint8Array, associatedData: string): Buffer;
  /** Stored macs cannot be made again, so their key outlives a change of the secret key. */
  useMacKey(key: Buffer): void;
}

/** Version byte, 12-byte nonce, ciphertext, 16-byte tag. `oldKeys` open, and seal nothing. */
export function createSecretBox(keyHex: string, oldKeys: readonly string[] = []): SecretBox {
  // Raw keys are slower than the cipher.
  const keys = [keyHex, ...oldKeys].map((hex) => createSecretKey(hex, 'hex'));
  const [key = createSecretKey(keyHex, 'hex')] = keys;
  let macKey = createSecretKey(macKeyFrom(key));
  const opened = (sealed: Uint8Array, associatedData: string) => {
    let failure: unknown;
    for (const each of keys) {
      try {
        return { key: each, plain: openWith(each, sealed, associatedData) };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };

  return {
    seal(plain, associatedData) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(associatedData));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, body, cipher.getAuthTag()]);
    },

    keyMark: Buffer.from(hkdfSync('sha256', key, '', 'kurir key mark', 8)).toString('hex'),

    open: (sealed, associatedData) => opened(sealed, associatedData).plain,

    isCurrent(sealed, associatedData) {
      try {
        return opened(sealed, associatedData).key === key;
      } catch {
        return false;
      }
    },

    mac(text, associatedData) {
      return createHmac('sha256', macKey)
        .update(JSON.stringify([associatedData, text]))
        .digest();
    },

    macKeyOf: (sealed, associatedData) => macKeyFrom(opened(sealed, associatedData).key),

    useMacKey(given) {
      macKey = createSecretKey(given);
    },
  };
}

const macKeyFrom = (key: KeyObject) => Buffer.from(hkdfSync('sha256', key, '', 'kurir mac', KEY_BYTES));

function openWith(key: KeyObject, sealed: Uint8Array, associatedData: string): Buffer {
  if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) {
    throw new Error(`Not a sealed value: ${associatedData}`);
  }
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}
