import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ApiErrorCode } from '../error-codes.ts';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import { logAnswers, logFailures, type OnAnswer } from './answer-log.ts';
import { parseJsonBodies } from './body.ts';
import { refuseBrokenHttp } from './broken-http.ts';
import { readClientAddresses } from './client-address.ts';
import type { RouteDocumentation } from './documentation.ts';
import type { LaneName } from './lane.ts';
import { isMediaType } from './media-type.ts';
import { rememberMethods } from './methods.ts';
import { type Problem, problemOf } from './problem.ts';
import type { Sends } from './sent-fields.ts';
import type { Http } from './server.ts';
import { endUnreadConnections } from './unread-answers.ts';
import { validatorCompiler } from './validation.ts';

export type { Http };

declare module 'fastify' {
  interface FastifyContextConfig {
    quiet?: boolean;
    logsUnavailable?: boolean;
    isRest?: boolean;
    /** In place of an invalid body. */
    judgesBody?: boolean;
    maxItems?: number;
    /** Objects, lists and keys. Default: 2,000. */
    maxParts?: number;
    /** See SentFields. */
    sends?: Sends;
    /** Of calls below /v1 and /app/api. Default: ordinary. */
    lane?: LaneName;
    errors?: readonly ApiErrorCode[];
    documentation?: RouteDocumentation;
  }
}

const REQUEST_TIMEOUT_MS = 30_000;
/** Node's default would let late requests stay twice as long. */
const connectionsCheckingInterval = 2_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** The log has the id: no API key by mistake. */
const PLAIN_REQUEST_ID = /^(?!kurir_)[\w.:-]{1,64}$/;
const MAX_PATH_PARAM = 256;

/** `bodyLimit` is in bytes. */
export function createHttp(options: {
  log: Log;
  bodyLimit: number;
  /** Null: plain HTTP. */
  tls?: { cert: string; key: string } | null;
  trustedProxies?: readonly string[];
  onAnswer?: OnAnswer;
}): Http {
  const { log, bodyLimit, tls = null, trustedProxies = [], onAnswer } = options;
  const server = {
    http: { connectionsCheckingInterval },
    https: tls && { ...tls, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, connectionsCheckingInterval },
  } as unknown as { https: null };
  const http: Http = Fastify({
    ...server,
    bodyLimit,
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Open connections still get answers during a stop.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: MAX_PATH_PARAM },
    frameworkErrors: (_error, request, reply) => {
      const problem = problemOf(new ApiError('not_found'));
      answers.refused({ request_id: request.id, method: request.method }, problem);
      sendProblem(request, reply, problem);
    },
    clientErrorHandler: (error, socket) => refuseBrokenHttp(error, socket, answers),
  }).withTypeProvider<ZodTypeProvider>();

  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  parseJsonBodies(http);
  const answers = logAnswers(http, log, onAnswer);
  http.addHook('onRequest', openRequest);
  readClientAddresses(http, trustedProxies);
  closeIdleConnections(http);
  endUnreadConnections(http);
  // Node would answer 417 without a body.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response));
  answerProblems(http, log);
  return http;
}

function answerProblems(http: Http, log: Log): void {
  const allowedMethods = rememberMethods(http);
  const logFailure = logFailures(log);
  http.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url);
    if (allowed.length === 0) throw new ApiError('not_found');
    void reply.header('allow', allowed.join(', '));
    throw new ApiError('method_not_allowed');
  });
  http.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    request.problem = problem;
    logFailure(request, problem, error);
    sendProblem(request, reply, problem);
  });
}

/** A counter would show the traffic of all accounts. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && PLAIN_REQUEST_ID.test(given) ? given : randomUUID();
}

function openRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  request.receivedAt = performance.now();
  void reply.header('x-request-id', request.id);
  const { headers } = request.raw;
  // Fastify refuses an invalid type even without a body.
  if (headers['content-type'] !== undefined && !isMediaType(headers['content-type'])) {
    headers['content-type'] = 'application/octet-stream';
  }
  // Fastify would refuse QUERY. Kurir answers 405.
  if (request.method === 'QUERY') headers['content-type'] ??= 'application/octet-stream';
  done();
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  // Fastify would close the connection.
  if (reply.hasHeader('connection')) {
    const asked = /\bclose\b/i.test(request.headers.connection ?? '');
    void reply.header('connection', asked ? 'close' : 'keep-alive');
  }
  void reply
    .code(problem.status)
    .headers({ ...problem.headers, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem.body);
}

const CHECK_MS = 50;

/** Node keeps connections without requests, and those busy at first. */
function closeIdleConnections(http: Http): void {
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
    }, CHECK_MS);
    server.once('close', () => clearInterval(timer));
  });
}
