import { createCipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto';

/** What a browser gives for messages to it: RFC 8291. */
export interface BrowserKeys {
  /** An uncompressed point of P-256. */
  p256dh: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
/** After the text of the last record. */
const LAST = Buffer.from([2]);
export const SALT_BYTES = 16;

/** Whether messages can be encrypted for the browser: the point is on the curve. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (auth.length !== 16 || p256dh.length !== 65 || p256dh[0] !== 4) return false;
  try {
    newSender().computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

export function newSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

/** One record of `aes128gcm` (RFC 8188), for the browser alone. Up to 3,993 bytes. A sender is for one message. */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  text: Buffer,
  { salt, sender }: { salt: Buffer; sender: ECDH },
): Buffer {
  const senderKey = sender.getPublicKey();
  const shared = sender.computeSecret(p256dh);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = derive(shared, auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([
    cipher.update(text),
    cipher.update(LAST),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.from([senderKey.length]), senderKey, record]);
}

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
