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
  /** A code of the system that `isDatabaseUnavailable` knows. */
  readonly code = 'ETIMEDOUT';
}

/** Fields of a connection that the types of the driver leave out. */
interface Client {
  /** False while a statement is in flight. */
  readyForQuery?: boolean;
  connection: { stream: Socket };
}

interface Silence {
  bytesRead: number;
  /** Consecutive steps without bytes, also while no statement was in flight. */
  silentSteps: number;
  /** Those steps at whose end a statement was in flight. */
  waitingSteps: number;
}

/**
 * A statement without an answer for `silenceMs` fails with an error that `isDatabaseUnavailable` knows. Its
 * connection is destroyed. One timer watches all sockets, so that a statement costs none. The watch counts steps,
 * not time: a process that was stopped or busy first reads the answers that arrived meanwhile.
 */
export function watchSilence(silenceMs: number): SilenceWatch {
  const watched = new Map<Client, Silence>();

  function step(): void {
    let isDead = false;
    for (const [client, silence] of watched) {
      const { bytesRead } = client.connection.stream;
      const heard = bytesRead !== silence.bytesRead;
      silence.bytesRead = bytesRead;
      silence.silentSteps = heard ? 0 : silence.silentSteps + 1;
      silence.waitingSteps = heard || client.readyForQuery !== false ? 0 : silence.waitingSteps + 1;
      isDead ||= silence.waitingSteps >= STEPS;
    }
    if (!isDead) return;
    for (const [client, { silentSteps, waitingSteps }] of watched) {
      // An idle connection that was silent for as long is dead too: its next statement would wait again.
      const isIdle = client.readyForQuery !== false;
      if (waitingSteps >= STEPS || (isIdle && silentSteps >= STEPS)) end(client);
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
      watched.set(client, { bytesRead: client.connection.stream.bytesRead, silentSteps: 0, waitingSteps: 0 });
      opened.once('end', () => watched.delete(client));
    },
    stop: () => clearInterval(timer),
  };
}
