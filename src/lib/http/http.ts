import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import type { Log } from '../log.ts';
import { parseJsonBodies } from './body.ts';
import { refuseBrokenHttp } from './broken-http.ts';
import type { RouteDocumentation } from './documentation.ts';
import { isMediaType } from './media-type.ts';
import { rememberMethods } from './methods.ts';
import { type Problem, problemOf } from './problem.ts';
import type { Http } from './server.ts';
import { validatorCompiler } from './validation.ts';

export type { Http };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that is hot or polled: its line in the log is written at level debug only. */
    quiet?: boolean;
    /** Its 503 are no news: it tells the log itself when it matters. */
    tellsUnavailable?: boolean;
    /** A body that cannot be read is not refused at once: the route gets the error in its place. */
    judgesBody?: boolean;
    /** The refusals of this route, beyond those of every route; for the API reference. */
    errors?: readonly ApiErrorCode[];
    /** What the API reference says about this route beyond its schemas. */
    documentation?: RouteDocumentation;
  }
}

/** Slower requests are cut off with 408, so that nobody holds a connection by dripping bytes. */
const REQUEST_TIMEOUT_MS = 30_000;
const IDLE_CHECK_MS = 50;
const SANE_REQUEST_ID = /^[\w.:-]{1,64}$/;
/** Longer path segments match no route. */
const MAX_PATH_PARAM = 256;

/**
 * A server without routes that keeps the contract's edges: bodies are JSON objects, every refusal has the contract's shape, nothing
 * internal leaves. `bodyLimit` in bytes; a route may set its own. Hooks added later run before the body is read when they are `onRequest`.
 */
export function createHttp(options: { log: Log; bodyLimit: number }): Http {
  const { log, bodyLimit } = options;
  const http: Http = Fastify({
    bodyLimit,
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While the server drains, what still arrives on open connections is answered, not turned away.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: MAX_PATH_PARAM },
    // Addresses that cannot be decoded or are too long for any route.
    frameworkErrors: (_error, request, reply) =>
      sendProblem(request, reply, problemOf(new ApiError('not_found'))),
    clientErrorHandler: refuseBrokenHttp,
  }).withTypeProvider<ZodTypeProvider>();

  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  parseJsonBodies(http);
  http.addHook('onRequest', openRequest);
  closeWhatIsIdle(http);
  // What a client expects beyond `100-continue` may be ignored; Node would answer 417 without a body.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response));
  logAnswers(http, log);

  const allowedMethods = rememberMethods(http);
  http.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url);
    if (allowed.length === 0) throw new ApiError('not_found');
    void reply.header('allow', allowed.join(', '));
    throw new ApiError('method_not_allowed');
  });
  http.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    const isTold = problem.status === 503 && request.routeOptions.config.tellsUnavailable === true;
    if (problem.status >= 500 && !isTold) logFailure(log, request, problem, error);
    sendProblem(request, reply, problem);
  });
  return http;
}

/** An incoming x-request-id when it is short and plain, else one that no other process gives out. */
function requestIds(): (raw: IncomingMessage) => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return (raw) => {
    const given = raw.headers['x-request-id'];
    if (typeof given === 'string' && SANE_REQUEST_ID.test(given)) return given;
    count += 1;
    return `${prefix}.${count.toString(36)}`;
  };
}

function openRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.header('x-request-id', request.id);
  const { headers } = request.raw;
  // Fastify answers 415 to a nonsensical type before it sees whether there is a body at all; an empty body is fine with any type.
  if (headers['content-type'] !== undefined && !isMediaType(headers['content-type'])) {
    headers['content-type'] = 'application/octet-stream';
  }
  // Fastify wants one type or another of a QUERY; here it is a method that no address knows.
  if (request.method === 'QUERY') headers['content-type'] ??= 'application/octet-stream';
  done();
}

/**
 * Once the server closes, a connection that was busy then would be kept open for its next request, and one that never said a word (a
 * client that connected ahead of its next request) would keep the server from closing for good: Node counts it as busy.
 */
function closeWhatIsIdle(http: Http): void {
  const { server } = http;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  http.addHook('preClose', async () => {
    if (!server.listening) return;
    const timer = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_CHECK_MS);
    server.once('close', () => clearInterval(timer));
  });
}

/** One line per answer; on quiet routes the listener itself is saved unless debug is on. */
function logAnswers(http: Http, log: Log): void {
  const debug = log.isLevelEnabled('debug');
  const atLevel =
    (level: 'debug' | 'info') => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      log[level](
        { ...describe(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'http.answered',
      );
      done();
    };
  http.addHook('onRoute', (route) => {
    const quiet = route.config?.quiet === true;
    if (quiet && !debug) return;
    route.onResponse = [route.onResponse ?? []].flat().concat(atLevel(quiet ? 'debug' : 'info'));
  });
}

function logFailure(log: Log, request: FastifyRequest, problem: Problem, error: unknown): void {
  if (problem.status === 503) log.warn({ ...describe(request), err: error }, 'http.unavailable');
  else log.error({ ...describe(request), err: error }, 'http.failed');
}

/** The route's pattern, not its address: ids and query strings stay out of the log. */
function describe(request: FastifyRequest) {
  return { request_id: request.id, method: request.method, route: request.routeOptions.url };
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  // Fastify closes the connection after a refused body; ours was read or is discarded by Node, so the connection can stay.
  if (reply.hasHeader('connection')) {
    const asked = /\bclose\b/i.test(request.headers.connection ?? '');
    void reply.header('connection', asked ? 'close' : 'keep-alive');
  }
  // The schemas of a route describe its successes; a refusal has its own shape.
  void reply
    .code(problem.status)
    .headers({ ...problem.headers, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem.body);
}
