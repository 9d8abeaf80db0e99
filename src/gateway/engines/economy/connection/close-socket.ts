import type { WASocket } from 'baileys';
import type { WebSocket } from 'ws';

/** Written bytes are still sent. */
export async function closeGracefully(sock: WASocket): Promise<void> {
  const socket = socketOf(sock);
  if (!socket || socket.readyState === socket.CLOSED) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.close();
  });
}

/** Baileys's `end()` waits for the other side, and for queries. */
export function destroySocket(sock: WASocket): void {
  const { ws } = sock;
  socketOf(sock)?.terminate();
  // Rejects queries, and ends the client.
  ws.emit('error', new Error('connection closed'));
  ws.removeAllListeners();
  ws.on('error', () => {});
}

function socketOf(sock: WASocket): WebSocket | null {
  // Protected in the types of Baileys.
  return (sock.ws as unknown as { socket: WebSocket | null }).socket;
}
