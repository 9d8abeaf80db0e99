import { type AuthenticationCreds, BufferJSON, proto } from 'baileys';
import { EDIT_SECRETS, HELD_MESSAGES, UNREADABLE_MESSAGES } from './kept-types.ts';

/** Without binary parts: plain JSON is faster. */
const PLAIN = new Set([
  'session',
  'lid-mapping',
  'device-list',
  'user-devices',
  HELD_MESSAGES,
  UNREADABLE_MESSAGES,
  EDIT_SECRETS,
  'sender-key-memory',
]);
const BYTES = new Set(['identity-key']);

export function encodeKey(type: string, value: unknown): Uint8Array {
  if (BYTES.has(type) && value instanceof Uint8Array) return value;
  return Buffer.from(PLAIN.has(type) ? JSON.stringify(value) : JSON.stringify(value, BufferJSON.replacer));
}

/** New each time: the client changes it. */
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
  // Written by encodeCreds.
  return JSON.parse(Buffer.from(bytes).toString(), BufferJSON.reviver) as AuthenticationCreds;
}

/** `me` alone is no sign: a client that asks for a code to type sets it before the pairing. */
export function isPaired(creds: AuthenticationCreds): boolean {
  return creds.account !== undefined;
}
