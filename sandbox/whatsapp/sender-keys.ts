import {
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  writeRandomPadMax16,
} from 'baileys';
import { pino } from 'pino';
import { encodeContent } from './signal.ts';

/** Until a restart. */
export interface Group {
  id: string;
  subject: string;
  description?: string | undefined;
  /** Numbers, the administrator first. Empty: only the name is known, and messages have one receiver. */
  members: string[];
  /** Addresses of companions that have the sender key, by the number of the author. */
  keyHolders: Map<string, Set<string>>;
}

/** Where sender keys are kept, by type and id. */
export interface KeyPlace {
  read(type: string, id: string): Promise<unknown>;
  write(type: string, id: string, value: unknown): void;
}

/** Until a restart. */
function memory(): KeyPlace {
  const keys = new Map<string, unknown>();
  return {
    read: async (type, id) => keys.get(`${type}/${id}`),
    write: (type, id, value) => void keys.set(`${type}/${id}`, value),
  };
}

/** The sender keys of one phone or client. */
export class SenderKeys {
  readonly #repository: SignalRepositoryWithLIDStore;

  constructor(place: KeyPlace = memory()) {
    const store = {
      get: async (type: string, ids: string[]) => {
        const found: Record<string, unknown> = {};
        for (const id of ids) {
          const value = await place.read(type, id);
          if (value !== undefined) found[id] = value;
        }
        return found;
      },
      set: async (data: Record<string, Record<string, unknown> | undefined>) => {
        for (const [type, values] of Object.entries(data))
          for (const [id, value] of Object.entries(values ?? {})) place.write(type, id, value);
      },
      isInTransaction: () => false,
      transaction: <T>(work: () => Promise<T>) => work(),
    };
    const { makeSignalRepository } = DEFAULT_CONNECTION_CONFIG;
    // A part of what the client needs: sender keys alone.
    const auth = { creds: {}, keys: store } as unknown as Parameters<typeof makeSignalRepository>[0];
    this.#repository = makeSignalRepository(auth, pino({ level: 'silent' }));
  }

  /** `distribution`: what a device needs to decrypt this message and the next ones. */
  async encrypt(
    group: string,
    author: string,
    content: proto.IMessage,
  ): Promise<{ bytes: Uint8Array; distribution: proto.IMessage }> {
    const data = writeRandomPadMax16(encodeContent(content));
    const sealed = await this.#repository.encryptGroupMessage({ group, meId: author, data });
    const axolotlSenderKeyDistributionMessage = sealed.senderKeyDistributionMessage;
    const distribution = { groupId: group, axolotlSenderKeyDistributionMessage };
    return { bytes: sealed.ciphertext, distribution: { senderKeyDistributionMessage: distribution } };
  }

  async learn(author: string, { senderKeyDistributionMessage: item }: proto.IMessage): Promise<void> {
    if (item) await this.#repository.processSenderKeyDistributionMessage({ authorJid: author, item });
  }

  async decrypt(group: string, author: string, bytes: Uint8Array): Promise<proto.IMessage> {
    const plain = await this.#repository.decryptGroupMessage({ group, authorJid: author, msg: bytes });
    return proto.Message.decode(unpadRandomMax16(plain));
  }
}
