import { z } from 'zod';
import { findShapeProblem } from '../../../../platform/lib/http/body-shape.ts';
import { type StoredKey, UnusableSession } from '../../moved-session.ts';
import { firstPath } from './credentials.ts';
import { MAX_PARTS } from './limits.ts';
import { bytes, keyPair, MAX_KEY_ID, toStored } from './stored-form.ts';
import { torn } from './torn.ts';

/** User, domain and device of a Signal address. */
const ADDRESS = /^\d{1,20}(_\d{1,3})?\.\d{1,4}$/;
const USER = /^\d{1,20}$/;
const MAX_DEVICES = 100;
const REACHES_A_PROTOTYPE = /"(__proto__|constructor|prototype)"/;

const secret = z.base64().max(100);
const count = z.int();
const Chain = z.object({
  chainKey: z.object({ counter: count, key: secret.nullish() }),
  chainType: count,
  messageKeys: z.record(z.string().regex(/^\d{1,10}$/), secret),
});
/** Of libsignal, which reads each part without a check. */
const Session = z.object({
  version: z.literal('v1'),
  _sessions: z.record(
    secret,
    z.object({
      registrationId: count.optional(),
      currentRatchet: z.object({
        ephemeralKeyPair: z.object({ pubKey: secret, privKey: secret }),
        lastRemoteEphemeralKey: secret,
        previousCounter: count,
        rootKey: secret,
      }),
      indexInfo: z.object({
        baseKey: secret,
        baseKeyType: count,
        closed: count,
        used: count,
        created: count,
        remoteIdentityKey: secret,
      }),
      _chains: z.record(secret, Chain),
      pendingPreKey: z.object({ signedKeyId: count, preKeyId: count.optional(), baseKey: secret }).optional(),
    }),
  ),
});
const Token = z.object({
  token: bytes(),
  timestamp: z.union([z.string().regex(USER), z.int()]).nullish(),
  senderTimestamp: z.int().nullish(),
});

interface Kind {
  id: RegExp;
  value: z.ZodType;
  encode(value: unknown): Uint8Array;
}

/** Without sender keys, which members send again, and app state, which Kurir does not read. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['pre-key', { id: /^\d{1,8}$/, value: keyPair, encode: toStored }],
  ['session', { id: ADDRESS, value: Session, encode: toStored }],
  ['identity-key', { id: ADDRESS, value: bytes(33), encode: (value) => value as Buffer }], // of this schema
  ['lid-mapping', { id: /^\d{1,20}(_reverse)?$/, value: z.string().regex(USER), encode: toStored }],
  [
    'device-list',
    { id: USER, value: z.array(z.string().regex(/^\d{1,4}$/)).max(MAX_DEVICES), encode: toStored },
  ],
  ['tctoken', { id: /^\d{1,20}@(lid|s\.whatsapp\.net)$/, value: Token, encode: toStored }],
]);

export interface KeyName {
  type: string;
  id: string;
}

/** Of `TYPE-ID`. Null: not for Kurir. */
export function parseKeyName(name: string): KeyName | null {
  for (const [type, { id }] of KINDS) {
    const rest = name.startsWith(`${type}-`) ? name.slice(type.length + 1) : '';
    if (id.test(rest)) return { type, id: rest };
  }
  return null;
}

/** UnusableSession. */
export function readKey({ type, id }: KeyName, json: unknown, place: string): StoredKey | null {
  const kind = KINDS.get(type);
  const value = unwrap(json);
  if (!kind || value === null) return null;
  const parsed = kind.value.safeParse(value);
  if (!parsed.success) throw torn(place, `is damaged (${firstPath(parsed.error)})`);
  return { type, id, value: kind.encode(parsed.data) };
}

/** Redis and databases keep JSON as text, some inside other JSON. */
export function unwrap(json: unknown): unknown {
  let value = json;
  for (let layer = 0; layer < 3 && typeof value === 'string' && /^\s*["{[]/.test(value); layer += 1)
    value = parseJson(value);
  return value;
}

/** Undefined: no JSON, or JSON that reaches a prototype. UnusableSession too_large. */
export function parseJson(text: string): unknown {
  if (REACHES_A_PROTOTYPE.test(text)) return undefined;
  const problem = findShapeProblem(Buffer.from(text), { parts: MAX_PARTS, items: MAX_PARTS });
  if (problem === 'too_deep') return undefined;
  if (problem !== null)
    throw new UnusableSession('too_large', `A JSON text has more than ${MAX_PARTS} values.`);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The highest id of a pre-key. 0: none. */
export function lastPreKeyId(keys: readonly StoredKey[]): number {
  return keys
    .filter(({ type }) => type === 'pre-key')
    .reduce((last, { id }) => Math.max(last, Math.min(Number(id), MAX_KEY_ID)), 0);
}
