import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '../clock.ts';
import type { Http } from './server.ts';

const SWEEP_MS = SECOND;
const STALL_SECONDS = 30;
/** A slow answer gets a second more per part. */
const BYTES_PER_SECOND = 64 * 1024;
const MAX_UNANSWERED = 100;

/** Ends connections whose client reads no answers, or reads too slowly. */
export function endUnreadConnections(http: Http): void {
  const answers = new UnreadAnswers(http.server);
  http.server.once('listening', () => {
    const timer = setInterval(() => answers.sweep(), SWEEP_MS).unref();
    http.server.once('close', () => clearInterval(timer));
  });
}

interface Connection {
  /** Without their last byte, in order of requests. */
  readonly answers: Set<ServerResponse>;
  readonly forget: (this: ServerResponse) => void;
  leaving: ServerResponse | null;
  secondsLeft: number;
  stalledSeconds: number;
  queuedBytes: number | undefined;
}

/** Missing in Node's types. */
interface Written {
  _handle?: { writeQueueSize?: number } | null;
}

/** An answer has left with its last byte. Sweeps count, not time: the process may have been stopped. */
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
      // Node closes no answer that waits behind another.
      for (const answer of answers) if (!answer.socket) answer.emit('close');
    });
    return connection;
  }
}

function countSecond(socket: Socket, connection: Connection): boolean {
  const leaving = firstBegun(connection);
  const queuedBytes = (socket as Written)._handle?.writeQueueSize;
  const isNew = leaving !== connection.leaving;
  // An idle stream does not wait for its client.
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

/** Without a length, a stream is live. */
function secondsToLeave(answer: ServerResponse | null): number {
  if (!answer) return STALL_SECONDS;
  const length = Number(answer.getHeader('content-length') ?? Number.NaN);
  const bytes = answer.writableEnded ? answer.writableLength : Number.isNaN(length) ? Infinity : length;
  return STALL_SECONDS + Math.ceil(bytes / BYTES_PER_SECOND);
}
