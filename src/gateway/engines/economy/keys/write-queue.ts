import type {
  KnownNumber,
  MessageChange,
  PhoneReply,
  ReceivedMessage,
  SessionChange,
  SessionStore,
} from '../../engine.ts';

export interface KeyWrite {
  type: string;
  id: string;
  value: Uint8Array | null;
}

export interface Write {
  creds?: Uint8Array;
  keys?: readonly KeyWrite[];
  received?: readonly ReceivedMessage[];
  messageChanges?: readonly MessageChange[];
  replies?: readonly PhoneReply[];
  numbers?: readonly KnownNumber[];
  /** When the work began that it ends, in ms of `performance.now`. */
  since?: number;
}

/** Writes during a commit share the next one. */
export class WriteQueue {
  readonly #store: SessionStore;
  readonly #onFailure: (error: unknown) => void;
  #current: Batch | null = null;
  #next: Batch | null = null;
  #failure: { error: unknown } | null = null;

  constructor(store: SessionStore, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** Resolves when durable. Refused after a failure. */
  write(write: Write): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    this.#next ??= new Batch();
    this.#next.add(write);
    const { done } = this.#next;
    if (!this.#current) void this.#drain();
    return done;
  }

  /** Null: deleted; undefined: no queued write. */
  pending(name: string): Uint8Array | null | undefined {
    const write = this.#next?.keys.get(name) ?? this.#current?.keys.get(name);
    return write?.value;
  }

  get isBusy(): boolean {
    return this.#current !== null || this.#next !== null;
  }

  /** Also resolves after a failed commit. */
  async idle(): Promise<void> {
    while (this.#current) await this.#current.done.catch(() => {});
  }

  async #drain(): Promise<void> {
    while (this.#next && !this.#failure) {
      const batch = this.#next;
      this.#current = batch;
      this.#next = null;
      try {
        await this.#store.commit(batch.change());
        batch.settle(null);
      } catch (error) {
        this.#failure = { error };
        // Ends the connection first: no message is acknowledged.
        this.#onFailure(error);
        batch.settle(this.#failure);
        (this.#next as Batch | null)?.settle(this.#failure);
      }
    }
    this.#current = null;
    if (this.#failure) this.#next = null;
  }
}

export const keyName = (type: string, id: string) => `${type}/${id}`;

class Batch {
  readonly keys = new Map<string, KeyWrite>();
  readonly #received: ReceivedMessage[] = [];
  readonly #messageChanges: MessageChange[] = [];
  readonly #replies: PhoneReply[] = [];
  readonly #numbers: KnownNumber[] = [];
  #creds: Uint8Array | undefined;
  /** Of received messages. */
  #since = Number.POSITIVE_INFINITY;
  readonly #settled = Promise.withResolvers<void>();
  readonly done = this.#settled.promise;

  constructor() {
    this.done.catch(() => {});
  }

  add(write: Write): void {
    if (write.creds) this.#creds = write.creds;
    for (const key of write.keys ?? []) this.keys.set(keyName(key.type, key.id), key);
    this.#received.push(...(write.received ?? []));
    if (write.received?.length && write.since !== undefined) this.#since = Math.min(this.#since, write.since);
    this.#messageChanges.push(...(write.messageChanges ?? []));
    this.#replies.push(...(write.replies ?? []));
    this.#numbers.push(...(write.numbers ?? []));
  }

  change(): SessionChange {
    return {
      ...(this.#creds && { creds: this.#creds }),
      ...(this.keys.size > 0 && { keys: [...this.keys.values()] }),
      ...(this.#received.length > 0 && { received: this.#received }),
      ...(Number.isFinite(this.#since) && { since: this.#since }),
      ...(this.#messageChanges.length > 0 && { messageChanges: this.#messageChanges }),
      ...(this.#replies.length > 0 && { replies: this.#replies }),
      ...(this.#numbers.length > 0 && { numbers: this.#numbers }),
    };
  }

  settle(failure: { error: unknown } | null): void {
    if (failure) this.#settled.reject(failure.error);
    else this.#settled.resolve();
  }
}
