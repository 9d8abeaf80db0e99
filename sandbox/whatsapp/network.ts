import type { Log } from '../../src/platform/lib/log.ts';
import type { MediaStore } from '../media.ts';
import type { Store } from '../store.ts';
import type { CompanionRef, PhoneRow } from '../store-rows.ts';
import type { ServerIdentity } from './certificate.ts';
import type { Connection } from './connection.ts';
import { combineFaults, type Faults, NO_FAULTS, readFaults } from './faults.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { PairingRefs, type Registration } from './pairing-refs.ts';
import type { CeremonyFault } from './passkey/faults.ts';
import type { Group, SenderKeys } from './sender-keys.ts';

interface Typist {
  number: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Call {
  call_id: string;
  from: string;
  to: string;
  video: boolean;
  state: 'ringing' | 'missed' | 'answered' | 'rejected';
}

/** A code that a client shows, and that the phone of its number can type. */
export interface TypedCode {
  connection: Connection;
  /** Encrypted by the code. */
  clientKey: Buffer;
  ref: Buffer;
  validUntil: number;
  /** Of the phone that has typed the code. */
  finished: (bundle: Buffer) => void;
}

/** One demand of a passkey: the server, and the phone behind it. */
export interface Ceremony {
  phone: PhoneRow;
  registration: Registration;
  fault: CeremonyFault | null;
  /** What the browser of the owner must sign. */
  options: { challenge: string; rpId: string };
  ref: string;
  /** Of the scan or the typed code. */
  oldSecret: Uint8Array;
  keys: { private: Uint8Array; public: Uint8Array };
  nonce: Buffer;
  /** Of the client. */
  identity: Buffer | null;
  commitment: Buffer | null;
  code: string | null;
  /** With the secret that the phone got, when its owner has to compare the code. */
  link(secret: Uint8Array): Promise<unknown>;
  waiting: Uint8Array | null;
}

/** A key pair on ES256, as a real authenticator makes it for one site. */
export interface Passkey {
  credentialId: Buffer;
  /** PKCS #8. */
  privateKey: Buffer;
  /** SPKI. */
  publicKey: Buffer;
  uses: number;
}

export interface Network {
  store: Store;
  log: Log;
  now(): Date;
  identity: ServerIdentity;
  media: MediaStore;
  minPreKeyCount: number;
  onlineCompanions: OnlineCompanions;
  connections: Set<Connection>;
  pairingRefs: PairingRefs;
  /** By the numbers of phones. */
  typedCodes: Map<string, TypedCode>;
  /** Demands of a passkey that run. */
  ceremonies: WeakMap<Connection, Ceremony>;
  /** The latest one, by the numbers of phones. */
  ceremonyOf: Map<string, Ceremony>;
  /** By the numbers of phones. Until a restart. */
  passkeys: Map<string, Passkey>;
  /** Serializes work on the keys of one phone. */
  phoneMutex: KeyedMutex;
  /** Cleared when faults change. Every stanza reads it. */
  faultsCache: Map<string | null, Faults>;
  /** By the number of a phone: who typed to it, the newest last. Until a restart. */
  typing: Map<string, readonly Typist[]>;
  /** By their ids. Until a restart. */
  calls: Map<string, Call>;
  /** By their addresses. Until a restart. */
  groups: Map<string, Group>;
  /** By the numbers of phones. Until a restart. */
  senderKeys: Map<string, SenderKeys>;
  /** Ids of messages whose copies cannot be decrypted. Until a restart. */
  unreadable: Set<string>;
}

export function createNetwork(
  parts: Pick<Network, 'store' | 'log' | 'now' | 'identity' | 'media' | 'minPreKeyCount'>,
): Network {
  return {
    ...parts,
    onlineCompanions: new OnlineCompanions(),
    connections: new Set(),
    pairingRefs: new PairingRefs(),
    typedCodes: new Map(),
    ceremonies: new WeakMap(),
    ceremonyOf: new Map(),
    passkeys: new Map(),
    phoneMutex: new KeyedMutex(),
    faultsCache: new Map(),
    typing: new Map(),
    calls: new Map(),
    groups: new Map(),
    senderKeys: new Map(),
    unreadable: new Set(),
  };
}

export class OnlineCompanions {
  #byCompanion = new Map<string, Connection>();

  find(ref: CompanionRef): Connection | undefined {
    return this.#byCompanion.get(keyOf(ref));
  }

  connect(ref: CompanionRef, connection: Connection): Connection | undefined {
    const earlier = this.find(ref);
    this.#byCompanion.set(keyOf(ref), connection);
    return earlier;
  }

  disconnect(ref: CompanionRef, connection: Connection): void {
    if (this.find(ref) === connection) this.#byCompanion.delete(keyOf(ref));
  }
}

const keyOf = ({ number, device_id }: CompanionRef) => `${number}:${device_id}`;

/** The faults of a number, or (null) those for all. */
export function faultsOf(net: Network, number: string | null): Faults {
  const known = net.faultsCache.get(number);
  if (known) return known;
  const kept = net.store.findSetting('faults');
  const forAll = kept ? readFaults(Buffer.from(kept).toString('utf8')) : NO_FAULTS;
  const phone = number === null ? undefined : net.store.findPhone(number);
  const faults = phone ? combineFaults(forAll, readFaults(phone.faults)) : forAll;
  if (phone || number === null) net.faultsCache.set(number, faults);
  return faults;
}
