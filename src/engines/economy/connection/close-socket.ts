import { Agent as HttpsAgent } from 'node:https';
import net from 'node:net';
import type { WASocket } from 'baileys';
import type { WebSocket } from 'ws';

/** Agent for media uploads. The client always speaks HTTPS there; beside a plain ws:// server it must not. */
export function uploadAgentFor(url: string): HttpsAgent | undefined {
  return new URL(url).protocol === 'ws:' ? new PlainAgent() : undefined;
}

class PlainAgent extends HttpsAgent {
  override createConnection(options: { port?: number | string | null; host?: string | null }): net.Socket {
    return net.connect({ port: Number(options.port), host: options.host ?? 'localhost' });
  }
}

/** Asks the other side to close; resolves when it has. What was written before is still sent. */
export async function hangUp(sock: WASocket): Promise<void> {
  const socket = socketOf(sock);
  if (!socket || socket.readyState === socket.CLOSED) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.close();
  });
}

/**
 * Takes the line down at once and lets go of everything the client holds. Its own `end()` waits for the other side to close,
 * which a dead one never does, and leaves unanswered questions waiting for their timeouts.
 */
export function freeSocket(sock: WASocket): void {
  const { ws } = sock;
  socketOf(sock)?.terminate();
  // Fails what still waits for an answer, and ends the client if it has not ended itself.
  ws.emit('error', new Error('connection closed'));
  ws.removeAllListeners();
  ws.on('error', () => {});
}

/** Protected in the types. */
function socketOf(sock: WASocket): WebSocket | null {
  return (sock.ws as unknown as { socket: WebSocket | null }).socket;
}
