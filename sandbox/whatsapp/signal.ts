import { generateSignalPubKey, proto, unpadRandomMax16, writeRandomPadMax16 } from 'baileys';
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal';
import type { Store } from '../store.ts';
import type { CompanionRef, KeyPair, PhoneRow } from '../store-rows.ts';

/** The keys that start a session. One-time keys can run out. */
export interface PreKeyBundle {
  registrationId: number;
  identity: Uint8Array;
  signedKey: { id: number; public: Uint8Array; signature: Uint8Array };
  preKey: { id: number; public: Uint8Array } | null;
}

export interface Encrypted {
  /** `skmsg`: with the sender key of a group. */
  type: 'pkmsg' | 'msg' | 'skmsg';
  bytes: Uint8Array;
}

/** Save a result and its key changes in one transaction. */
export interface Staged<T> {
  result: T;
  save(): void;
}

/** Decrypts a message of a companion, or rejects. */
export async function decryptFrom(
  store: Store,
  phone: PhoneRow,
  sender: CompanionRef,
  encrypted: Encrypted,
): Promise<Staged<proto.Message>> {
  const { storage, save } = stageKeys(store, phone);
  const padded = await openWith(storage, addressOf(sender), encrypted);
  return { result: proto.Message.decode(unpadRandomMax16(padded)), save };
}

/** The padded message. Rejects when it cannot be decrypted. */
export function openWith(
  storage: SignalStorage,
  sender: ProtocolAddress,
  encrypted: Encrypted,
): Promise<Buffer> {
  const cipher = new SessionCipher(storage, sender);
  const bytes = Buffer.from(encrypted.bytes);
  return encrypted.type === 'pkmsg'
    ? cipher.decryptPreKeyWhisperMessage(bytes)
    : cipher.decryptWhisperMessage(bytes);
}

/** Encrypts a message of a phone. Only a new session calls `takeBundle`. */
export async function encryptFor(
  store: Store,
  phone: PhoneRow,
  receiver: CompanionRef,
  message: proto.IMessage,
  takeBundle: () => PreKeyBundle,
  options: { freshSession: boolean },
): Promise<Staged<Encrypted>> {
  const { storage, save } = stageKeys(store, phone);
  const address = addressOf(receiver);
  const known = await storage.loadSession(address.toString());
  if (options.freshSession || !known?.haveOpenSession()) await startSession(storage, address, takeBundle());
  return { result: await sealWith(storage, address, message), save };
}

export async function startSession(
  storage: SignalStorage,
  receiver: ProtocolAddress,
  { registrationId, identity, signedKey, preKey }: PreKeyBundle,
): Promise<void> {
  const session = {
    registrationId,
    identityKey: withTypeByte(identity),
    signedPreKey: {
      keyId: signedKey.id,
      publicKey: withTypeByte(signedKey.public),
      signature: Buffer.from(signedKey.signature),
    },
    preKey: preKey ? { keyId: preKey.id, publicKey: withTypeByte(preKey.public) } : undefined,
  };
  // Only the type of the library requires a one-time key.
  await new SessionBuilder(storage, receiver).initOutgoing(
    session as Parameters<SessionBuilder['initOutgoing']>[0],
  );
}

/** With a session that exists. */
export async function sealWith(
  storage: SignalStorage,
  receiver: ProtocolAddress,
  message: proto.IMessage,
): Promise<Encrypted> {
  const plain = Buffer.from(writeRandomPadMax16(encodeContent(message)));
  const { type, body } = await new SessionCipher(storage, receiver).encrypt(plain);
  return { type: type === 3 ? 'pkmsg' : 'msg', bytes: Buffer.from(body, 'binary') };
}

/** Serializes a message. */
export function encodeContent(message: proto.IMessage): Uint8Array {
  return proto.Message.encode(message).finish();
}

/** Parses a serialized message. */
export function decodeContent(bytes: Uint8Array): proto.IMessage {
  return proto.Message.decode(bytes);
}

/** Keeps key changes in memory until `save`. */
function stageKeys(store: Store, phone: PhoneRow): { storage: SignalStorage; save(): void } {
  const sessions = new Map<string, string>();
  const usedPreKeys = new Set<number>();
  const { number } = phone;

  const storage: SignalStorage = {
    async loadSession(address) {
      const record = sessions.get(address) ?? store.findSession(number, address);
      return record === undefined ? undefined : SessionRecord.deserialize(JSON.parse(record));
    },
    async storeSession(address, record) {
      sessions.set(address, JSON.stringify(record.serialize()));
    },
    isTrustedIdentity: () => true,
    async loadPreKey(id) {
      const pair = store.findPhonePreKey(number, Number(id));
      return pair && toSignalPair(pair);
    },
    removePreKey(id) {
      usedPreKeys.add(Number(id));
    },
    loadSignedPreKey: () =>
      toSignalPair({ private: phone.signed_key_private, public: phone.signed_key_public }),
    getOurRegistrationId: () => phone.registration_id,
    getOurIdentity: () => toSignalPair({ private: phone.identity_private, public: phone.identity_public }),
  };

  return {
    storage,
    save() {
      for (const [address, record] of sessions) store.saveSession(number, address, record);
      for (const id of usedPreKeys) store.deletePhonePreKey(number, id);
    },
  };
}

function addressOf({ number, device_id }: CompanionRef): ProtocolAddress {
  return new ProtocolAddress(number, device_id);
}

export function toSignalPair(pair: KeyPair): { privKey: Buffer; pubKey: Buffer } {
  return { privKey: Buffer.from(pair.private), pubKey: withTypeByte(pair.public) };
}

/** Signal prefixes public keys with a type byte. */
function withTypeByte(key: Uint8Array): Buffer {
  return Buffer.from(generateSignalPubKey(Buffer.from(key)));
}

/** The signature fails: this byte is part of it, or of what it signs. The last ones may be ids of keys. */
export const garbled = (bytes: Uint8Array) => bytes.with(-10, (bytes.at(-10) ?? 0) ^ 1);
