import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '../clock.ts';
import type { Http } from './server.ts';

const SWEEP_MS = SECOND;
/** An answer of which the client takes no byte for this time ends its connection. */
const STALL_SECONDS = 30;
/** A client that takes its bytes one by one: the whole answer has this time more for each part of its bytes. */
const BYTES_PER_SECOND = 64 * 1024;
/** Clients that send requests without waiting for answers. */
const MAX_UNANSWERED = 100;

/** Ends connections whose client does not read its answers, or reads them too slowly. */
export function endUnreadConnections(http: Http): void {
  const answers = new UnreadAnswers(http.server);
  http.server.once('listening', () => {
    const timer = setInterval(() => answers.sweep(), SWEEP_MS).unref();
    http.server.once('close', () => clearInterval(timer));
  });
}

interface Connection {
  /** Without their last byte, in the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** One listener for all answers, because there are many. */
  readonly forget: (this: ServerResponse) => void;
  /** The first answer that is made, or whose stream has begun. It leaves next. */
  leaving: ServerResponse | null;
  secondsLeft: number;
  stalledSeconds: number;
  queuedBytes: number | undefined;
}

/** A field of a socket that its types leave out. Node uses it for its own time-outs. */
interface Written {
  /** Bytes that the system has not taken. */
  _handle?: { writeQueueSize?: number } | null;
}

/**
 * An answer has left when the system has taken its last byte. Sweeps are counted, not time: a process that was
 * stopped first writes what it can.
 */
export class UnreadAnswers {
  readonly #connections = new Map<Socket, Connection>();

  constructor(server: Http['server']) {
    server.on('request', (request, answer) => this.#watch(request, answer));
  }

  /** Once per second. */
  sweep(): void {
    for (const [socket, connection] of this.#connections)
      if (countSecond(socket, connection)) socket.destroy();
  }

  #watch({ socket }: IncomingMessage, answer: ServerResponse): void {
    const { answers, forget } = this.#connections.get(socket) ?? this.#open(socket);
    answers.add(answer);
    answer.on('close', forget);
    if (answers.size > MAX_UNANSWERED) socket.destroy();
  }

  #open(socket: Socket): Connection {
    const answers = new Set<ServerResponse>();
    const connection: Connection = {
      answers,
      forget() {
        answers.delete(this);
      },
      leaving: null,
      secondsLeft: 0,
      stalledSeconds: 0,
      queuedBytes: undefined,
    };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node does not close an answer that waits behind another one of its connection.
      for (const answer of answers) if (!answer.socket) answer.emit('close');
    });
    return connection;
  }
}

/** Notes what has left in this second. True when the connection must end. */
function countSecond(socket: Socket, connection: Connection): boolean {
  const leaving = firstBegun(connection);
  const queuedBytes = (socket as Written)._handle?.writeQueueSize;
  const isNew = leaving !== connection.leaving;
  // A stream that has nothing more yet does not wait for its client.
  const isIdle = queuedBytes === 0 && !leaving?.writableEnded;
  const hasMoved = isNew || isIdle || queuedBytes === undefined || queuedBytes !== connection.queuedBytes;
  connection.leaving = leaving;
  connection.queuedBytes = queuedBytes;
  connection.stalledSeconds = hasMoved ? 0 : connection.stalledSeconds + 1;
  connection.secondsLeft = isNew ? secondsToLeave(leaving) : connection.secondsLeft - 1;
  return leaving !== null && (connection.stalledSeconds >= STALL_SECONDS || connection.secondsLeft <= 0);
}

function firstBegun({ answers }: Connection): ServerResponse | null {
  for (const answer of answers) if (answer.writableEnded || answer.headersSent) return answer;
  return null;
}

/** A stream without a length is live, and may take any time. */
function secondsToLeave(answer: ServerResponse | null): number {
  if (!answer) return STALL_SECONDS;
  const length = Number(answer.getHeader('content-length') ?? Number.NaN);
  const bytes = answer.writableEnded ? answer.writableLength : Number.isNaN(length) ? Infinity : length;
  return STALL_SECONDS + Math.ceil(bytes / BYTES_PER_SECOND);
}
