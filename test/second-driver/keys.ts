import { type AuthenticationCreds, jidDecode, type KeyPair } from 'baileys';
import { ProtocolAddress, SessionRecord, type SignalStorage } from 'libsignal';
import { toSignalPair } from '../../sandbox/whatsapp/signal.ts';
import { addressOfLid, lidUserOf, phoneOf } from '../../src/gateway/engines/economy/addresses.ts';
import { decodeKey, encodeCreds, encodeKey } from '../../src/gateway/engines/economy/keys/codec.ts';
import type {
  KnownNumber,
  MessageChange,
  PhoneReply,
  ReceivedMessage,
  SessionStore,
} from '../../src/gateway/engines/engine.ts';

/** What one piece of work has changed. Nothing is stored before its commit. */
export class Step {
  readonly received: ReceivedMessage[] = [];
  readonly messageChanges: MessageChange[] = [];
  readonly replies: PhoneReply[] = [];
  readonly numbers: KnownNumber[] = [];
  creds: AuthenticationCreds | null = null;
  readonly #store: SessionStore;
  readonly #writes = new Map<string, { type: string; id: string; value: Uint8Array | null }>();

  constructor(store: SessionStore) {
    this.#store = store;
  }

  async read(type: string, id: string): Promise<unknown> {
    const written = this.#writes.get(`${type}/${id}`);
    const bytes = written ? written.value : (await this.#store.loadKeys(type, [id])).get(id);
    return bytes ? decodeKey(type, bytes) : undefined;
  }

  /** As the vault of the economy engine answers. */
  async get(type: string, ids: readonly string[]): Promise<Map<string, unknown>> {
    const found = await Promise.all(ids.map(async (id) => [id, await this.read(type, id)] as const));
    return new Map(found.filter(([, value]) => value !== undefined));
  }

  /** Null deletes. */
  write(type: string, id: string, value: unknown): void {
    this.#writes.set(`${type}/${id}`, { type, id, value: value == null ? null : encodeKey(type, value) });
  }

  /** The number of a LID is a fact of the network, and the service stores it too. */
  async learn(jid: string | undefined, alternative: string | undefined): Promise<void> {
    const [lidUser, phone] = [lidUserOf(jid) ?? lidUserOf(alternative), phoneOf(jid) ?? phoneOf(alternative)];
    if (!lidUser || !phone || (await this.read('lid-mapping', phone)) === lidUser) return;
    this.write('lid-mapping', phone, lidUser);
    this.write('lid-mapping', `${lidUser}_reverse`, phone);
    this.numbers.push({ otherId: addressOfLid(lidUser), phone });
  }

  /** One session for a device, under its LID when that is known. */
  async addressOf(jid: string): Promise<ProtocolAddress> {
    const { user = '', device = 0 } = jidDecode(jid) ?? {};
    const lidUser = lidUserOf(jid) ?? (await this.read('lid-mapping', user));
    return new ProtocolAddress(lidUser ? `${lidUser}_1` : user, device);
  }

  /** As libsignal wants it. */
  signal({ signedPreKey, signedIdentityKey, registrationId }: AuthenticationCreds): SignalStorage {
    return {
      loadSession: async (id) => {
        const record = await this.read('session', id);
        return record ? SessionRecord.deserialize(record as Uint8Array) : undefined; // JSON, in fact
      },
      storeSession: async (id, record) => this.write('session', id, record.serialize()),
      isTrustedIdentity: () => true,
      loadPreKey: async (id) => {
        const pair = await this.read('pre-key', String(id));
        return pair ? toSignalPair(pair as KeyPair) : undefined; // written by `makePreKeys` alone
      },
      removePreKey: (id) => this.write('pre-key', String(id), null),
      loadSignedPreKey: () => toSignalPair(signedPreKey.keyPair),
      getOurRegistrationId: () => registrationId,
      getOurIdentity: () => toSignalPair(signedIdentityKey),
    };
  }

  /** One transaction. */
  async commit(): Promise<void> {
    const { received, messageChanges, replies, numbers, creds } = this;
    const keys = [...this.#writes.values()];
    if (!creds && [keys, received, messageChanges, replies].every(({ length }) => length === 0)) return;
    const change = { keys, received, messageChanges, replies, numbers };
    await this.#store.commit(creds ? { ...change, creds: encodeCreds(creds) } : change);
  }
}

/** One piece of work at a time. */
export class Steps {
  readonly #store: SessionStore;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** Resolves when the changes are stored. Rejects without any when the work rejects. */
  run<Result>(work: (step: Step) => Promise<Result>): Promise<Result> {
    const done = this.#tail.then(async () => {
      const step = new Step(this.#store);
      const result = await work(step);
      await step.commit();
      return result;
    });
    this.#tail = done.catch(() => {});
    return done;
  }

  /** After all work of before. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
