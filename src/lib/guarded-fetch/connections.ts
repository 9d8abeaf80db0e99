import { Client, type Dispatcher, Pool } from 'undici';

/** Work with connections to one origin (scheme, host and port). */
type Work<T> = (dispatcher: Dispatcher) => Promise<T>;

/** Whose connections end with the work or soon after it, however the work ends; of an origin that is left nothing stays. */
export interface Connections {
  /** Over connections that are kept for the next work with this origin, if it comes soon. */
  shared<T>(origin: string, work: Work<T>): Promise<T>;
  /** Over a connection of its own, cut when the work is done. */
  own<T>(origin: string, work: Work<T>): Promise<T>;
  /** Cuts all of them; work that comes later finds its connection destroyed. */
  close(): Promise<void>;
}

interface Shared {
  pool: Pool;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** `idleMs`: how long a connection, and all that is known of its origin, is kept unused. `lifeMs`: how old one may be that is used again. */
export function openConnections(options: {
  connect(origin: string): NonNullable<Client.Options['connect']>;
  perOrigin: number;
  idleMs: number;
  lifeMs: number;
}): Connections {
  const { connect, perOrigin, idleMs, lifeMs } = options;
  const pools = new Map<string, Shared>();
  const clients = new Set<Client>();
  let isClosed = false;

  const common = (origin: string): Client.Options => ({
    connect: connect(origin),
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // Else a pool would open one connection by TLS to see which protocol it gets, and all requests would wait for that one.
    allowH2: false,
    // Ours is the deadline over everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  function sharedOf(origin: string): Shared {
    const known = pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, {
      ...common(origin),
      connections: perOrigin,
      pipelining: 1,
      clientTtl: lifeMs,
    });
    const opened = { pool, users: 0, idle: undefined };
    pools.set(origin, opened);
    return opened;
  }

  function forget(origin: string, { pool }: Shared): void {
    pools.delete(origin);
    void pool.destroy();
  }

  return {
    async shared(origin, work) {
      const entry = sharedOf(origin);
      entry.users += 1;
      clearTimeout(entry.idle);
      try {
        if (isClosed) await entry.pool.destroy();
        return await work(entry.pool);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) entry.idle = setTimeout(() => forget(origin, entry), idleMs).unref();
      }
    },

    async own(origin, work) {
      // 0 asks the other side to keep nothing either.
      const client = new Client(origin, { ...common(origin), pipelining: 0 });
      clients.add(client);
      try {
        if (isClosed) await client.destroy();
        return await work(client);
      } finally {
        clients.delete(client);
        await client.destroy();
      }
    },

    async close() {
      isClosed = true;
      await Promise.all([
        ...[...pools.values()].map(({ pool }) => pool.destroy()),
        ...[...clients].map((client) => client.destroy()),
      ]);
    },
  };
}
