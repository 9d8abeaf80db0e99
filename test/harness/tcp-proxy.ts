import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection to a server that tests can cut, silence and restore. */
export interface TcpProxy {
  /** The given URL with the proxy's address in it. */
  url: string;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  /** Accepts connections but forwards no bytes. Connections of that time stay silent later. */
  swallow(): void;
  mend(): void;
}

export async function tcpProxy(
  target: string,
  cleanup: (end: () => void) => void = onTestFinished,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  /** These sockets never report their end to the other side. */
  const swallowed = new WeakSet<Socket>();
  let state: 'open' | 'cut' | 'swallowing' = 'open';
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    if (state === 'swallowing') {
      keep(client);
      return void client.resume();
    }
    const upstream = connectToServer(target);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(one);
      one.on('close', () => {
        if (!swallowed.has(one)) other.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => sockets.delete(socket));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  cleanup(() => {
    cut();
    server.close();
  });

  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port); // a TCP listener has no other kind of address
  return {
    url: url.href,
    cut,
    swallow() {
      state = 'swallowing';
      for (const socket of sockets) {
        swallowed.add(socket);
        socket.unpipe();
        socket.resume();
      }
    },
    mend() {
      state = 'open';
    },
  };
}

/** A host that is an encoded path is the folder of the socket. */
export function connectToServer(databaseUrl: string): Socket {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host, port: Number(port) });
}
