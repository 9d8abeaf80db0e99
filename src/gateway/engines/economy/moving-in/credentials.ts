import { z } from 'zod';
import { UnusableSession } from '../../moved-session.ts';
import { bytes, type KeyPair, keyPair, MAX_KEY_ID, newKeyPair, toStored } from './stored-form.ts';
import { torn } from './torn.ts';

/** What a linked device is for the network. */
export interface Credentials {
  /** Digits. */
  phone: string;
  /** `628..:5@s.whatsapp.net`: unique among all linked devices. */
  id: string;
  lid: string | undefined;
  name: string | undefined;
  platform: string | undefined;
  registrationId: number;
  noiseKey: KeyPair;
  identityKey: KeyPair;
  signedPreKey: { keyPair: KeyPair; signature: Buffer; keyId: number };
  advSecretKey: string;
  account: Record<'details' | 'accountSignatureKey' | 'accountSignature' | 'deviceSignature', Buffer>;
  /** The old gateway may have used all ids below. */
  nextPreKeyId: number;
}

export const OWN_ID = /^([1-9]\d{4,14}):([1-9]\d{0,2})@s\.whatsapp\.net$/;
export const OWN_LID = /^\d{5,20}(:\d{1,3})?@lid$/;
const MAX_NAME = 255;

const Creds = z.object({
  noiseKey: keyPair,
  signedIdentityKey: keyPair,
  signedPreKey: z.object({ keyPair, signature: bytes(64), keyId: z.int().min(0).max(MAX_KEY_ID) }),
  registrationId: z.int().min(0).max(0xff_ff_ff_ff),
  advSecretKey: z.base64().max(200),
  nextPreKeyId: z.int().min(1).max(MAX_KEY_ID),
  platform: z.string().max(MAX_NAME).nullish(),
  me: z.object({
    id: z.string().regex(OWN_ID),
    lid: z.string().regex(OWN_LID).nullish(),
    name: z.string().max(MAX_NAME).nullish(),
  }),
  account: z.object({
    details: bytes(),
    accountSignatureKey: bytes(32),
    accountSignature: bytes(64),
    deviceSignature: bytes(64),
  }),
});

/** Of `creds.json`. UnusableSession. */
export function readCredentials(json: unknown, place: string): Credentials {
  if (typeof json !== 'object' || json === null || !('noiseKey' in json))
    throw torn(place, 'has no credentials of WhatsApp Web');
  if (!('account' in json) || !('me' in json) || !json.account || !json.me)
    throw new UnusableSession(
      'not_linked',
      `${place} was never linked with a phone, so there is nothing to move. Pair the device by its QR.`,
    );
  const parsed = Creds.safeParse(json);
  if (!parsed.success) throw torn(place, `is incomplete or damaged (${firstPath(parsed.error)})`);
  const { me, signedIdentityKey: identityKey, platform, ...rest } = parsed.data;
  return {
    ...rest,
    identityKey,
    id: me.id,
    phone: phoneOf(me.id),
    lid: me.lid ?? undefined,
    name: me.name ?? undefined,
    platform: platform ?? undefined,
  };
}

export const phoneOf = (id: string): string => OWN_ID.exec(id)?.[1] ?? '';

/** A value can be secret: only its place is named. */
export const firstPath = (error: z.ZodError): string => error.issues[0]?.path.join('.') ?? 'unknown place';

/** Ids of pre-keys that a later copy of the old gateway would have used. */
const SPARE_KEYS = 1_000;

/**
 * As the client library keeps them. Its latest pre-key is missing, so it uploads new ones at the
 * first login: the copy may lack some that the server gives away.
 */
export function storedCreds(credentials: Credentials): Buffer {
  const { id, lid, name, identityKey, nextPreKeyId, phone: _phone, ...rest } = credentials;
  const next = Math.min(nextPreKeyId + SPARE_KEYS, MAX_KEY_ID - SPARE_KEYS);
  return toStored({
    ...rest,
    signedIdentityKey: identityKey,
    pairingEphemeralKeyPair: newKeyPair(),
    me: { id, lid, name },
    nextPreKeyId: next,
    firstUnuploadedPreKeyId: next,
    // Above 0: no history follows this login.
    accountSyncCounter: 1,
    accountSettings: { unarchiveChats: false },
    processedHistoryMessages: [],
    signalIdentities: [],
    registered: true,
  });
}
