import { Client, type Dispatcher, Pool } from 'undici';

type Work<T> = (dispatcher: Dispatcher) => Promise<T>;

/** Unused for `idleMs`: forgotten. */
export interface Connections {
  shared<T>(origin: string, work: Work<T>): Promise<T>;
  own<T>(origin: string, work: Work<T>): Promise<T>;
  /** Later work fails. */
  close(): Promise<void>;
}

interface ConnectionOptions {
  connect(origin: string): NonNullable<Client.Options['connect']>;
  perOrigin: number;
  idleMs: number;
  lifeMs: number;
}

interface Shared {
  pool: Pool;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

export function openConnections(options: ConnectionOptions): Connections {
  return new OpenConnections(options);
}

class OpenConnections implements Connections {
  readonly #options: ConnectionOptions;
  readonly #pools = new Map<string, Shared>();
  readonly #clients = new Set<Client>();
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async shared<T>(origin: string, work: Work<T>): Promise<T> {
    const entry = this.#sharedOf(origin);
    entry.users += 1;
    clearTimeout(entry.idle);
    try {
      if (this.#isClosed) await entry.pool.destroy();
      return await work(entry.pool);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) {
        entry.idle = setTimeout(() => this.#forget(origin, entry), this.#options.idleMs).unref();
      }
    }
  }

  async own<T>(origin: string, work: Work<T>): Promise<T> {
    // 0 asks the other side to close.
    const client = new Client(origin, { ...this.#clientOptions(origin), pipelining: 0 });
    this.#clients.add(client);
    try {
      if (this.#isClosed) await client.destroy();
      return await work(client);
    } finally {
      this.#clients.delete(client);
      await client.destroy();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      ...[...this.#pools.values()].map(({ pool }) => pool.destroy()),
      ...[...this.#clients].map((client) => client.destroy()),
    ]);
  }

  #clientOptions(origin: string): Client.Options {
    const { connect, idleMs } = this.#options;
    return {
      connect: connect(origin),
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // All would wait for one handshake.
      allowH2: false,
      // The caller's deadline covers it.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  #sharedOf(origin: string): Shared {
    const known = this.#pools.get(origin);
    if (known) return known;
    const { perOrigin, lifeMs } = this.#options;
    const pool = new Pool(origin, {
      ...this.#clientOptions(origin),
      connections: perOrigin,
      pipelining: 1,
      clientTtl: lifeMs,
    });
    const opened = { pool, users: 0, idle: undefined };
    this.#pools.set(origin, opened);
    return opened;
  }

  #forget(origin: string, { pool }: Shared): void {
    this.#pools.delete(origin);
    void pool.destroy();
  }
}
