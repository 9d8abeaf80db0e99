import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { createRefusalLog } from '../../platform/accounts/refusal-log.ts';
import { type LeastCaller, mayCall, type Rank } from '../../platform/accounts/role.ts';
import { isRecent, standingProblem } from '../../platform/accounts/standing.ts';
import type { ApiErrorCode } from '../../platform/lib/error-codes.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { isSecure } from '../../platform/lib/http/client-address.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { isSameSecret } from '../../platform/lib/same-secret.ts';
import { isOwnCall, isSafe } from './same-site.ts';
import { readCookie } from './sessions/cookie.ts';
import {
  isLiving,
  type KnownSession,
  openKnownSessions,
  openSessionUses,
  sessionKey,
} from './sessions/known-sessions.ts';
import { assertProved } from './sessions/proof.ts';
import { csrfTokenOf, lockCaller } from './sessions/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Below /app/api: other sites may send a browser here. */
    takesVisits?: boolean;
  }
}

/**
 * Transport, origin, session, account, CSRF token and role of calls below /app/api, before the
 * body; the session again after a slow body.
 */
export function registerStaffAuth(http: Http, ctx: Context): void {
  const sessions = openKnownSessions(ctx);
  const uses = openSessionUses(ctx);
  http.addHook('onClose', () => uses.close());
  const refusals = createRefusalLog(ctx);

  const refuse = (request: FastifyRequest, code: ApiErrorCode, userUuid: string | null): ApiError => {
    refusals.note(request, { code, user_id: userUuid });
    return new ApiError(code);
  };
  const findLiving = async (request: FastifyRequest): Promise<KnownSession | null> => {
    const secure = isSecure(request);
    const cookie = readCookie(request, secure);
    const session = cookie === null ? null : await sessions.find(sessionKey(cookie));
    return isLiving(session, ctx.now()) && session.secure === secure ? session : null;
  };
  const findSession = async (request: FastifyRequest): Promise<KnownSession> => {
    const session = await findLiving(request);
    if (session === null) throw refuse(request, 'login_required', null);
    return session;
  };

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    void reply.header('cache-control', 'no-store');
    // Before the origin: a missing proxy header makes it foreign.
    isSecure(request);
    // Before the session: other sites learn nothing of it.
    if (!isOwnCall(request, ctx.config)) throw refuse(request, 'foreign_origin', null);
    if (request.routeOptions.config.staff === 'public' && patternOf(request) !== undefined) return;

    const session = await findSession(request);
    const { account, staff } = session;
    request.caller = { id: staff.userUuid, account, isUser: true };
    const now = ctx.now();
    const problem = standingProblem(account) ?? csrfProblem(request) ?? roleProblem(request, staff);
    if (problem !== null) throw refuse(request, problem, staff.userUuid);
    enter(request, session);
    uses.note(staff.sessionId, request.clientAddress, now);
    request.admittedAt = now.getTime();
    request.findCaller = async () => callerOf(request, await findLiving(request));
  };
  const recheck = async (request: FastifyRequest): Promise<void> => {
    const session = await findSession(request);
    const problem = standingProblem(session.account) ?? roleProblem(request, session.staff);
    if (problem !== null) throw refuse(request, problem, session.staff.userUuid);
    enter(request, session);
  };

  http.addHook('onRequest', (request, reply, done) => {
    // Addresses have many spellings; unknown ones no pattern.
    if (!isStaffAddress(patternOf(request) ?? request.url)) return done();
    admit(request, reply).then(() => done(), done);
  });
  http.addHook('preHandler', (request, _reply, done) => {
    const { staff, admittedAt } = request;
    if (staff === null || admittedAt === null || isRecent(admittedAt, ctx.now())) return done();
    recheck(request).then(() => done(), done);
  });
  askForProof(http, ctx);
}

function askForProof(http: Http, ctx: Context): void {
  http.addHook('preHandler', (request, _reply, done) => {
    const { staff } = request;
    if (staff === null || !asksProof(request)) return done();
    // The cache may be older than the proof.
    assertProved(ctx, staff).then(() => done(), done);
  });
}

function asksProof({ routeOptions, body }: FastifyRequest): boolean {
  const { asksProof: asked } = routeOptions.config;
  if (asked === undefined || asked === 'handler') return false;
  return asked === true || asked.some((field) => Object(body)[field] !== undefined);
}

function callerOf(request: FastifyRequest, session: KnownSession | null): Caller | null {
  if (session === null || standingProblem(session.account) !== null) return null;
  return roleProblem(request, session.staff) === null ? session.account : null;
}

function enter(request: FastifyRequest, { account, staff }: KnownSession): void {
  request.account = account;
  request.staff = staff;
  request.scope = 'full';
  const least = request.routeOptions.config.staff;
  request.lockStaff = async (tx) => void (await lockCaller(tx, staff, isCaller(least) ? least : 'agent'));
}

const isCaller = (staff: LeastCaller | 'none' | 'public' | undefined): staff is LeastCaller =>
  staff !== undefined && staff !== 'none' && staff !== 'public';

/** Undefined for an unknown address. */
function patternOf({ routeOptions: { url, config } }: FastifyRequest): string | undefined {
  return config.isRest ? undefined : url;
}

function isStaffAddress(address: string): boolean {
  return /^\/app\/api(?:[/?]|$)/.test(address);
}

/** Reads need no token. A given one ties page and session together. */
function csrfProblem(request: FastifyRequest): ApiErrorCode | null {
  const given = request.headers['x-csrf-token'];
  if (!given && isSafe(request)) return null;
  const secret = readCookie(request, isSecure(request));
  const isGood = typeof given === 'string' && secret !== null && isSameSecret(given, csrfTokenOf(secret));
  return isGood ? null : 'invalid_csrf_token';
}

function roleProblem(request: FastifyRequest, rank: Rank): ApiErrorCode | null {
  const least = request.routeOptions.config.staff ?? 'none';
  // An unknown address is 404.
  if (patternOf(request) === undefined || least === 'public') return null;
  return least !== 'none' && mayCall(rank, least) ? null : 'insufficient_role';
}
