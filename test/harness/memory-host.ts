import {
  type EngineEvent,
  Fenced,
  type KnownNumber,
  type MessageChange,
  type NetworkFiles,
  type OutboundMessage,
  type PhoneReply,
  type ReceivedMessage,
  type SessionChange,
  type SessionHost,
  type SessionStore,
} from '../../src/gateway/engines/engine.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

/** The service around a session, in memory: what tests of engines use in place of devices and database. */
export class MemoryHost implements SessionHost {
  readonly deviceUuid: string;
  readonly store = new MemoryStore();
  readonly files = memoryFiles();
  readonly events: EngineEvent[] = [];
  readonly sent = new Map<string, OutboundMessage>();
  restriction: SessionHost['restriction'] = null;
  isRejectingCalls = false;
  isTakingGroups = false;
  /** Who has ever written to the device. */
  readonly writers = new Set<string>();
  #waiting = new Set<() => void>();

  constructor(deviceUuid = 'device-1') {
    this.deviceUuid = deviceUuid;
    this.store.changed = () => this.#notify();
  }

  emit(event: EngineEvent): void {
    this.events.push(event);
    this.#notify();
  }

  async findSent(waMessageId: string): Promise<OutboundMessage | null> {
    return this.sent.get(waMessageId) ?? null;
  }

  rejectsCalls(): boolean {
    return this.isRejectingCalls;
  }

  takesGroups(): boolean {
    return this.isTakingGroups;
  }

  async hasInbound(phone: string): Promise<boolean> {
    return this.writers.has(phone);
  }

  /** The first matching event of this type from `since` on, past or future. Rejects after `timeoutMs`. */
  async event<T extends EngineEvent['type']>(
    type: T,
    matches: (event: EventOf<T>) => boolean = () => true,
    since = 0,
    timeoutMs = 30_000,
  ): Promise<EventOf<T>> {
    const find = () =>
      this.events
        .slice(since)
        .find((event): event is EventOf<T> => event.type === type && matches(event as EventOf<T>));
    return this.until(find, `event ${type}`, timeoutMs);
  }

  /** Resolves with what `find` finds, looking again after every event and commit. */
  async until<T>(find: () => T | undefined | false, what: string, timeoutMs = 30_000): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const look = () => {
      const found = find();
      if (found) resolve(found);
    };
    this.#waiting.add(look);
    const late = () =>
      reject(new Error(`no ${what} in time; seen: ${JSON.stringify(this.events.slice(-8))}`));
    const timer = setTimeout(late, timeoutMs);
    look();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(look);
    }
  }

  #notify(): void {
    for (const look of [...this.#waiting]) look();
  }
}

/** They never expire. */
function memoryFiles(): NetworkFiles {
  const files = new Map<string, Uint8Array>();
  return {
    find: async (content) => files.get(content.toString('hex')) ?? null,
    keep: async (content, file) => void files.set(content.toString('hex'), file),
  };
}

/** Credentials and keys in memory, as bytes. `beforeCommit` and `beforeLoad` let a test delay or fail an access. */
export class MemoryStore implements SessionStore {
  creds: Uint8Array | null = null;
  keys = new Map<string, Uint8Array>();
  /** Deduplicated by id, as the service does. */
  readonly received: ReceivedMessage[] = [];
  readonly messageChanges: MessageChange[] = [];
  readonly replies: PhoneReply[] = [];
  readonly numbers: KnownNumber[] = [];
  readonly changes: SessionChange[] = [];
  erased = 0;
  changed = () => {};
  beforeCommit: (change: SessionChange) => Promise<void> | void = () => {};
  beforeLoad: (type: string) => Promise<void> | void = () => {};

  async loadCreds(): Promise<Uint8Array | null> {
    await this.beforeLoad('creds');
    return this.creds;
  }

  async loadKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    await this.beforeLoad(type);
    const found = new Map<string, Uint8Array>();
    for (const id of ids) {
      const bytes = this.keys.get(`${type}/${id}`);
      if (bytes) found.set(id, bytes);
    }
    return found;
  }

  async listKeyIds(type: string): Promise<string[]> {
    await this.beforeLoad(type);
    return [...this.keys.keys()].flatMap((key) =>
      key.startsWith(`${type}/`) ? [key.slice(type.length + 1)] : [],
    );
  }

  async commit(change: SessionChange): Promise<void> {
    await this.beforeCommit(change);
    this.changes.push(change);
    if (change.creds) this.creds = change.creds;
    for (const { type, id, value } of change.keys ?? []) {
      if (value) this.keys.set(`${type}/${id}`, value);
      else this.keys.delete(`${type}/${id}`);
    }
    for (const message of change.received ?? []) {
      if (!this.received.some(({ waMessageId }) => waMessageId === message.waMessageId))
        this.received.push(message);
    }
    this.messageChanges.push(...(change.messageChanges ?? []));
    this.numbers.push(...(change.numbers ?? []));
    for (const reply of change.replies ?? []) {
      if (!this.replies.some(({ waMessageId }) => waMessageId === reply.waMessageId))
        this.replies.push(reply);
    }
    this.changed();
  }

  /** From now on another process owns the device. */
  fence(): void {
    const refuse = () => {
      throw new Fenced();
    };
    this.beforeLoad = refuse;
    this.beforeCommit = refuse;
  }

  async erase(): Promise<void> {
    this.erased += 1;
    this.creds = null;
    this.keys.clear();
    this.changed();
  }

  snapshot(): { creds: Uint8Array | null; keys: Map<string, Uint8Array> } {
    return { creds: this.creds, keys: new Map(this.keys) };
  }

  restore(snapshot: { creds: Uint8Array | null; keys: Map<string, Uint8Array> }): void {
    this.creds = snapshot.creds;
    this.keys = new Map(snapshot.keys);
  }
}
