import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE, SECOND } from '../clock.ts';
import type { Http } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take longer than other requests, while its bytes arrive. */
    slowBody?: boolean;
  }
}

/** 100 MiB through 1 Mbit/s. */
const WHOLE_MS = 15 * MINUTE;
const STALL_MS = 30 * SECOND;

const SLOW = Symbol('slow body');
type Marked = Socket & { [SLOW]?: boolean };

/** Node's own time limit does not end such a request. */
export const hasSlowBody = (socket: Marked): boolean => socket[SLOW] === true;

/** Before the call waits for its turn: a wait is not the client's fault. */
export function allowSlowBodies(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.slowBody && !request.is404) allow(http, request, reply);
    done();
  });
}

function allow(http: Http, { raw }: FastifyRequest, reply: FastifyReply): void {
  const socket: Marked = raw.socket;
  socket[SLOW] = true;
  const timer = setTimeout(() => timeOut(http.server, socket), WHOLE_MS).unref();
  reply.raw.once('close', () => {
    socket[SLOW] = false;
    clearTimeout(timer);
  });
}

function timeOut(server: Http['server'], socket: Marked): void {
  socket[SLOW] = false;
  const error = Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
}

/** Ends a connection of which no byte arrives while the body is read. Call the result at the end. */
export function watchStall({ raw, server }: FastifyRequest, stallMs = STALL_MS): () => void {
  const { socket }: IncomingMessage = raw;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (seen === socket.bytesRead) timeOut(server.server, socket);
    seen = socket.bytesRead;
  }, stallMs).unref();
  return () => clearInterval(timer);
}
