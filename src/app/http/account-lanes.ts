import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/lib/errors.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import {
  Lane,
  type LaneCall,
  type LaneLimits,
  type LaneName,
  newCall,
} from '../../platform/lib/http/lane.ts';
import { blockOfCaller } from '../../platform/lib/networks.ts';

declare module 'fastify' {
  interface FastifyRequest {
    laneCall: LaneCall | null;
    turn: LaneCall | null;
  }
}

const MAX_WAITING = 200;
const MAX_UNREAD = 4;
/** Pages show many pictures at once. */
const MAX_FILES = 8;
/** Files arrive on the disk, without a database connection. */
const MAX_ARRIVING = 16;
/** They keep no connection while a language model thinks. */
const MAX_ANSWERS = 8;
/** Each may cost a hash; the last one waits seconds. */
const MAX_STRANGERS = 50;
/** The limit of streams is for all processes together. */
const MAX_STREAMS = 1_000;
const TOO_MANY = `${MAX_WAITING} calls of this account wait already. Try again after the seconds in Retry-After.`;

/** `connections`: the database pool. From 5 on, no account keeps all. */
export function laneLimits(connections: number): Record<LaneName, LaneLimits> {
  const part = Math.max(1, Math.floor(connections * 0.3));
  return {
    messages: { working: 500 },
    contacts: { working: 128, unread: 128, waiting: MAX_WAITING },
    reads: { working: part, unread: MAX_UNREAD },
    pages: { working: Math.max(1, Math.floor(connections * 0.2)), unread: MAX_UNREAD },
    ordinary: { working: part, unread: MAX_UNREAD, waiting: MAX_WAITING },
    files: { working: part, unread: MAX_FILES, waiting: MAX_WAITING },
    uploads: { working: MAX_ARRIVING, waiting: MAX_WAITING },
    streams: { working: part, unread: MAX_STREAMS, waiting: MAX_WAITING },
    outside: { working: part, unread: MAX_UNREAD, waiting: MAX_WAITING },
    answers: { working: MAX_ANSWERS, unread: MAX_UNREAD, waiting: MAX_WAITING },
    expensive: { working: Math.floor(turnsAtOnce(connections) / 2), unread: 2, waiting: MAX_WAITING },
  };
}

/** Leaves most of the pool to others. */
function turnsAtOnce(connections: number): number {
  return Math.max(2, Math.floor(connections * 0.2));
}

type ReadUser = (request: FastifyRequest) => string | null;

/** After the check of the key, before the body: a waiting call needs little memory. */
export function shareByAccounts(http: Http, connections: number, readUser: ReadUser): void {
  const limits = laneLimits(connections);
  const lanes = openLanes(limits);
  http.decorateRequest('laneCall', null);

  http.addHook('onRequest', (request, reply, done) => {
    // Only keys and staff have an account.
    if (!request.account || request.is404) return done();
    // The client has gone: no event would end the call.
    if (hasGone(request, reply)) return;
    const lane = lanes[request.routeOptions.config.lane ?? 'ordinary'];
    const call = newCall(lane, request.account.id, done);
    request.laneCall = call;
    reply.raw.on('close', () => {
      // A route that answers itself gets no `onSend`.
      if (reply.sent) endWork(request);
      lane.left(call);
    });
    if (!lane.enter(call)) done(new ApiError('service_unavailable', TOO_MANY));
  });
  http.addHook('onRoute', (route) => {
    const { lane = 'ordinary' } = route.config ?? {};
    // Saves the hook for frequent calls.
    if (!/^\/(v1|app\/api)\//.test(route.url) || limits[lane].unread === undefined) return;
    route.preParsing = [route.preParsing ?? []].flat().concat((request, reply, _payload, done) => {
      // The body of a gone client would never end.
      if (hasGone(request, reply)) return endWork(request);
      done();
    });
    route.onSend = [route.onSend ?? []].flat().concat((request, _reply, payload, done) => {
      endWork(request);
      done(null, payload);
    });
  });
  http.decorateRequest('turn', null);
  const total = turnsAtOnce(connections);
  const expensive = new Lane({ working: total, total, unread: Number.POSITIVE_INFINITY });
  takeTurns(http, {
    isFor: ({ lane }) => lane === 'expensive',
    placeOf: ({ account }) => [expensive, account.id],
  });
  takeTurns(http, {
    isFor: ({ staff, lane }) => staff === 'public' && lane !== 'outside',
    placeOf: logInPlaces(total, readUser),
  });
}

interface Turns {
  isFor(config: FastifyContextConfig): boolean;
  placeOf(request: FastifyRequest): [Lane, sharer: number | string];
}

function logInPlaces(total: number, readUser: ReadUser): Turns['placeOf'] {
  const limits = { working: 2, total, unread: Number.POSITIVE_INFINITY, waitingOfAll: MAX_STRANGERS };
  const [strangers, known] = [new Lane(limits), new Lane(limits)];
  return (request) => {
    const user = readUser(request);
    return user === null ? [strangers, blockOfCaller(request.clientAddress)] : [known, user];
  };
}

/** Accounts, and callers with log-ins, take turns with what is expensive. Slow bodies take no turn. */
function takeTurns(http: Http, { isFor, placeOf }: Turns): void {
  const waitForTurn = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    if (hasGone(request, reply)) return endWork(request);
    const [lane, sharer] = placeOf(request);
    const refuse = () => done(new ApiError('service_unavailable'));
    const call = newCall(lane, sharer, done, refuse);
    request.turn = call;
    reply.raw.on('close', () => {
      // It will never be answered.
      if (call.step === 'waiting') endWork(request);
      lane.left(call);
    });
    if (!lane.enter(call)) refuse();
  };
  http.addHook('onRoute', (route) => {
    if (!isFor(route.config ?? {})) return;
    // The second check of the key must see the wait.
    route.preValidation = [route.preValidation ?? []].flat().concat(waitForTurn);
  });
}

function endWork({ laneCall, turn }: FastifyRequest): void {
  turn?.lane.answered(turn);
  laneCall?.lane.answered(laneCall);
}

function hasGone(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.destroyed || request.raw.socket.destroyed;
}

function openLanes(limits: Record<LaneName, LaneLimits>): Record<LaneName, Lane> {
  return {
    messages: new Lane(limits.messages),
    contacts: new Lane(limits.contacts),
    reads: new Lane(limits.reads),
    pages: new Lane(limits.pages),
    ordinary: new Lane(limits.ordinary),
    files: new Lane(limits.files),
    uploads: new Lane(limits.uploads),
    streams: new Lane(limits.streams),
    outside: new Lane(limits.outside),
    answers: new Lane(limits.answers),
    expensive: new Lane(limits.expensive),
  };
}
