import { Agent as HttpsAgent } from 'node:https';
import net from 'node:net';

/** Baileys uploads through HTTPS only, but a ws:// server has no TLS. */
export function uploadAgentFor(url: string): HttpsAgent | undefined {
  return new URL(url).protocol === 'ws:' ? new PlainAgent() : undefined;
}

class PlainAgent extends HttpsAgent {
  override createConnection(options: { port?: number | string | null; host?: string | null }): net.Socket {
    return net.connect({ port: Number(options.port), host: options.host ?? 'localhost' });
  }
}
