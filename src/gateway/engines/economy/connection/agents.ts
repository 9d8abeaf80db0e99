import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import net, { type LookupFunction } from 'node:net';

export interface Agents {
  socket: HttpsAgent;
  upload: HttpsAgent;
}

/** Of the web socket and the uploads of Baileys. Without them, it looks names up in threads. */
export function agentsFor(url: string, lookup: LookupFunction): Agents {
  if (new URL(url).protocol === 'ws:') {
    // Baileys declares one kind of agent. Its web socket takes both.
    const socket = new HttpAgent({ lookup }) as HttpsAgent;
    return { socket, upload: new PlainAgent(lookup) };
  }
  return { socket: new HttpsAgent({ lookup }), upload: new HttpsAgent({ lookup }) };
}

/** Baileys uploads through HTTPS only, but a ws:// server has no TLS. */
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
