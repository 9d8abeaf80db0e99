import type { Socket } from 'node:net';
import type pg from 'pg';

/** A silence is noticed at most one step late. */
const STEPS = 10;

/** Ends connections whose server is silent but open: the network drops packets, or the machine hangs. */
export interface SilenceWatch {
  watch(client: pg.ClientBase): void;
  stop(): void;
}

/** The statement may have taken effect. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
}

/** Missing in the driver's types. */
interface Client {
  readyForQuery?: boolean;
  processID?: number | null;
  connection: { stream: Socket };
}

interface Silence {
  bytesRead: number;
  /** Steps without bytes. */
  silentSteps: number;
  waitingSteps: number;
}

/**
 * A statement without an answer for `silenceMs` fails with an error that `isDatabaseUnavailable` knows. Its connection
 * is destroyed, and its backend, which may go on, reported. Steps count, not time: a process that was stopped or busy
 * first reads what arrived.
 */
export function watchSilence(silenceMs: number, onGivenUp?: (backend: number) => void): SilenceWatch {
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
      // A silent idle connection is dead too.
      const isIdle = client.readyForQuery !== false;
      if (waitingSteps >= STEPS && client.processID) onGivenUp?.(client.processID);
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
      const client = opened as unknown as Client;
      watched.set(client, { bytesRead: client.connection.stream.bytesRead, silentSteps: 0, waitingSteps: 0 });
      opened.once('end', () => watched.delete(client));
    },
    stop: () => clearInterval(timer),
  };
}
