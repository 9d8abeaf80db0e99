import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

/** A proxy before a receiver that can hold requests back. */
export interface Front {
  url: string;
  /** Accepts connections, and reads only the first `pieces` chunks of each. */
  hold(pieces: 0 | 1): void;
  /** Resolves when a held connection has sent its chunk. */
  reached(): Promise<unknown>;
  /** Forwards everything, also the data of dead workers. */
  release(): void;
}

export async function openFront(
  receiver: Receiver,
  cleanup: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Front> {
  const sockets = new Set<Socket>();
  let held: Socket[] = [];
  let pieces: 0 | 1 | null = null;

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    keep(socket);
    if (pieces === null) return through(socket);
    if (pieces === 0) return void held.push(socket);
    socket.once('data', (piece) => {
      socket.pause();
      socket.unshift(piece);
      held.push(socket);
    });
    socket.resume();
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => sockets.delete(socket));
  }

  function through(socket: Socket): void {
    const upstream = connect(receiver.port, '127.0.0.1');
    keep(upstream);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/hook`,
    hold(least) {
      pieces = least;
    },
    reached: () => until(() => held.length > 0, { timeoutMs: 90_000, what: 'a request at the front' }),
    release() {
      pieces = null;
      for (const socket of held) through(socket);
      held = [];
    },
  };
}
