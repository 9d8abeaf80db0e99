import type { Socket } from 'node:net';
import type pg from 'pg';

/** Steps of one silence. A silence is noticed at most one step late. */
const STEPS = 10;

/** Ends connections whose server is silent but open: the network drops packets, or the machine hangs. */
export interface SilenceWatch {
  /** Watches the connection until it ends. */
  watch(client: pg.ClientBase): void;
  stop(): void;
}

/** The server did not answer. The statement may have taken effect. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  /** A code of the system that `isDatabaseAway` knows. */
  readonly code = 'ETIMEDOUT';
}

/** Fields of a connection that the types of the driver leave out. */
interface Client {
  /** False while a statement is in flight. */
  readyForQuery?: boolean;
  connection: { stream: Socket };
}

/** Consecutive steps without an answer, and how many of them a statement waited. */
interface Silence {
  bytesRead: number;
  quiet: number;
  waiting: number;
}

/**
 * A statement without an answer for `silenceMs` fails with an error that `isDatabaseAway` knows. Its connection is
 * destroyed. One timer watches all sockets, so that a statement costs none. The watch counts steps, not time: a
 * process that was stopped or busy first reads the answers that arrived meanwhile.
 */
export function watchSilence(silenceMs: number): SilenceWatch {
  const watched = new Map<Client, Silence>();

  function step(): void {
    let isDead = false;
    for (const [client, silence] of watched) {
      const { bytesRead } = client.connection.stream;
      const heard = bytesRead !== silence.bytesRead;
      silence.bytesRead = bytesRead;
      silence.quiet = heard ? 0 : silence.quiet + 1;
      silence.waiting = heard || client.readyForQuery !== false ? 0 : silence.waiting + 1;
      isDead ||= silence.waiting >= STEPS;
    }
    if (!isDead) return;
    for (const [client, { quiet, waiting }] of watched) {
      // An idle connection that was quiet for as long is dead too: its next statement would wait again.
      const isIdle = client.readyForQuery !== false;
      if (waiting >= STEPS || (isIdle && quiet >= STEPS)) end(client);
    }
  }

  function end(client: Client): void {
    watched.delete(client);
    client.connection.stream.destroy(
      new DatabaseSilent(`The database has not answered for ${silenceMs} ms.`),
    );
  }

  const timer = setInterval(step, silenceMs / STEPS).unref();

  return {
    watch(opened) {
      const client = opened as unknown as Client; // the types of the driver leave these fields out
      watched.set(client, { bytesRead: client.connection.stream.bytesRead, quiet: 0, waiting: 0 });
      opened.once('end', () => watched.delete(client));
    },
    stop: () => clearInterval(timer),
  };
}
