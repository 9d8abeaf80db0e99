import pg from 'pg';
import { listServers } from './database-url.ts';
import { IS_READ_ONLY } from './server.ts';

const READ_ONLY = '25006';
/** A server that logs in and then keeps silent is away too. */
const ASK_STANDBY = { text: `select ${IS_READ_ONLY} as is_standby`, query_timeout: 4_000 };

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * The class for connections to this URL, because the driver knows only one server. After a failed attempt, or a
 * standby, the next attempt tries the next server.
 */
export function clientsOf(url: string): typeof pg.Client {
  const servers = listServers(url);
  if (servers.length < 2) return pg.Client;
  let current = 0;
  return class extends pg.Client {
    readonly #tried = current;

    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === 'object' && config), connectionString: servers[current] ?? url });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then((client) => callback(null, client), callback);
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        await this.#assertWritable();
        return this;
      } catch (error) {
        if (current === this.#tried) current = (current + 1) % servers.length;
        throw error;
      }
    }

    async #assertWritable(): Promise<void> {
      const { rows } = await this.query(ASK_STANDBY);
      if (!rows[0]?.is_standby) return;
      await this.end();
      throw Object.assign(new Error('The server takes no writes: it is a standby.'), { code: READ_ONLY });
    }
  };
}
