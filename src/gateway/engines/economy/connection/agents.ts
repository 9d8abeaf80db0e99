import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import net, { type LookupFunction } from 'node:net';

export interface Agents {
  socket: HttpsAgent;
  upload: HttpsAgent;
}

/** Without them, Baileys looks names up in threads. */
export function agentsFor(url: string, lookup: LookupFunction): Agents {
  if (new URL(url).protocol === 'ws:') {
    // Declared as one kind, but the socket takes both.
    const socket = new HttpAgent({ lookup }) as HttpsAgent;
    return { socket, upload: new PlainAgent(lookup) };
  }
  return { socket: new HttpsAgent({ lookup }), upload: new HttpsAgent({ lookup }) };
}

/** Baileys uploads by HTTPS, and a ws:// server has no TLS. */
class PlainAgent extends HttpsAgent {
  readonly #lookup: LookupFunction;

  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }

  override createConnection(options: { port?: number | string | null; host?: string | null }): net.Socket {
    const { port, host } = options;
    return net.connect({ port: Number(port), host: host ?? 'localhost', lookup: this.#lookup });
  }
}
