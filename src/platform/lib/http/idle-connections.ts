import type { Socket } from 'node:net';
import type { Http } from './server.ts';

const CHECK_MS = 50;

/** Node keeps connections without requests, and those busy at first. */
export function closeIdleConnections(http: Http): void {
  const { server } = http;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  http.addHook('preClose', async () => {
    if (!server.listening) return;
    const timer = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, CHECK_MS);
    server.once('close', () => clearInterval(timer));
  });
}
