import { type AuthenticationCreds, BufferJSON, proto } from 'baileys';

/**
 * `user-devices` and `held-messages` are types of our own beside those of the client. Plain JSON without binary parts, which spares the costly reviver on the hot path.
 */
const PLAIN = new Set([
  'session',
  'lid-mapping',
  'device-list',
  'user-devices',
  'held-messages',
  'sender-key-memory',
]);
/** Bytes as they are. */
const BYTES = new Set(['identity-key']);

export function encodeKey(type: string, value: unknown): Uint8Array {
  if (BYTES.has(type) && value instanceof Uint8Array) return value;
  return Buffer.from(PLAIN.has(type) ? JSON.stringify(value) : JSON.stringify(value, BufferJSON.replacer));
}

/** A fresh value on each call: the client changes what it is given. */
export function decodeKey(type: string, bytes: Uint8Array): unknown {
  if (BYTES.has(type)) return Buffer.from(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  if (PLAIN.has(type)) return JSON.parse(text);
  const value = JSON.parse(text, BufferJSON.reviver);
  return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
}

export function encodeCreds(creds: AuthenticationCreds): Uint8Array {
  return Buffer.from(JSON.stringify(creds, BufferJSON.replacer));
}

export function decodeCreds(bytes: Uint8Array): AuthenticationCreds {
  // Written by encodeCreds and sealed by the store.
  return JSON.parse(Buffer.from(bytes).toString(), BufferJSON.reviver) as AuthenticationCreds;
}
