import type { Socket } from 'node:net';
import type pg from 'pg';

/** The silence is measured in so many steps, so that it is noticed at most one step late. */
const STEPS = 10;

/** Ends connections whose server has fallen silent without closing them: a network that swallows packets, a machine that hangs. */
export interface SilenceWatch {
  /** From now until the connection ends. */
  watch(client: pg.ClientBase): void;
  stop(): void;
}

/** The server did not answer; nobody can tell whether the statement took effect. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  /** The system's own word for it, so that it counts as a database that is away. */
  readonly code = 'ETIMEDOUT';
}

/** What the driver knows of a connection and its types do not say. */
interface Line {
  /** False while a statement is under way. */
  readyForQuery?: boolean;
  connection: { stream: Socket };
}

/** How many steps in a row nothing came, and during how many of them a statement waited. */
interface Silence {
  bytesRead: number;
  quiet: number;
  waiting: number;
}

/**
 * A statement that hears nothing for `silenceMs` fails with an error that `isDatabaseAway` knows, and its connection is destroyed. The
 * sockets are looked at from aside, so that a statement costs no timer. Steps are counted, not time: a process that was itself stopped
 * or busy for long first reads what has come meanwhile.
 */
export function watchSilence(silenceMs: number): SilenceWatch {
  const watched = new Map<Line, Silence>();

  function step(): void {
    let isDead = false;
    for (const [line, silence] of watched) {
      const { bytesRead } = line.connection.stream;
      const heard = bytesRead !== silence.bytesRead;
      silence.bytesRead = bytesRead;
      silence.quiet = heard ? 0 : silence.quiet + 1;
      silence.waiting = heard || line.readyForQuery !== false ? 0 : silence.waiting + 1;
      isDead ||= silence.waiting >= STEPS;
    }
    if (!isDead) return;
    for (const [line, { quiet, waiting }] of watched) {
      // What is idle and has been as quiet as the dead one is no better: whoever used it would wait anew.
      const isIdle = line.readyForQuery !== false;
      if (waiting >= STEPS || (isIdle && quiet >= STEPS)) end(line);
    }
  }

  function end(line: Line): void {
    watched.delete(line);
    line.connection.stream.destroy(new DatabaseSilent(`The database has not answered for ${silenceMs} ms.`));
  }

  const timer = setInterval(step, silenceMs / STEPS).unref();

  return {
    watch(client) {
      const line = client as unknown as Line; // see there
      watched.set(line, { bytesRead: line.connection.stream.bytesRead, quiet: 0, waiting: 0 });
      client.once('end', () => watched.delete(line));
    },
    stop: () => clearInterval(timer),
  };
}
