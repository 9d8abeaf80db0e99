import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { reachOf } from '../../../platform/lib/address-reach.ts';
import { isSecure } from '../../../platform/lib/http/client-address.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { publicUrlOf } from '../../../public-url.ts';
import { getMe } from '../me/me.ts';
import type { Passwords } from '../passwords/password.ts';
import { readCookie, removeCookie, setCookie } from '../sessions/cookie.ts';
import { keepKnownUser, readKnownUser } from '../sessions/known-browser.ts';
import { csrfTokenOf, type Origin, originOf } from '../sessions/session.ts';
import { callerOf } from '../staff-caller.ts';
import { type LoggedIn, logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { proveUser } from './prove.ts';
import { LoggedOut, LogIn, LogOut, ProveUser, Session } from './schema.ts';

const tags = ['Staff'];

export function sessionRoutes(http: Http, ctx: Context, passwords: Passwords): void {
  logInRoute(http, ctx, passwords);
  http.get('/app/api/session', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'getSession',
      summary: 'Get the present session',
      response: { 200: Session.describe('The session.') },
    },
    handler: async (request) => {
      const { id, expiresAt } = callerOf(request);
      const secret = readCookie(request, isSecure(request)) ?? '';
      return viewSession(ctx, request, {
        account: request.account,
        userId: id,
        session: { secret, expiresAt },
      });
    },
  });
  proofRoute(http, ctx, passwords);
  logOutRoute(http, ctx);
}

function logInRoute(http: Http, ctx: Context, passwords: Passwords): void {
  http.post('/app/api/session', {
    config: {
      staff: 'public',
      errors: ['account_required', 'code_required', 'invalid_login', 'too_many_attempts'],
    },
    schema: {
      tags,
      operationId: 'logIn',
      summary: 'Log in',
      body: LogIn,
      response: { 201: Session.describe('Logged in. The cookie is the session.') },
    },
    handler: async (request, reply) => {
      const origin = { ...originOf(request), knownUser: readKnownUser(ctx, request) };
      return answerLogIn(ctx, reply, await logIn({ ctx, passwords }, request.body, origin), origin);
    },
  });
}

function proofRoute(http: Http, ctx: Context, passwords: Passwords): void {
  http.post('/app/api/session/proof', {
    config: { staff: 'agent', errors: ['code_required', 'invalid_login', 'too_many_attempts'] },
    schema: {
      tags,
      operationId: 'proveUser',
      summary: 'Prove again who calls',
      description:
        'Calls that give or take access ask for a log-in or a proof in the last ten minutes: `confirm_identity`. ' +
        'A user without a password logs in again, by a link or by OIDC.',
      body: ProveUser,
      response: { 204: z.null().describe('Proved. Repeat the refused call.') },
    },
    handler: async (request, reply) => {
      await proveUser({ ctx, passwords }, request, request.body);
      return reply.code(204).send(null);
    },
  });
}

function logOutRoute(http: Http, ctx: Context): void {
  http.delete('/app/api/session', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'logOut',
      summary: 'Log out',
      querystring: LogOut,
      response: { 200: LoggedOut.describe('Logged out, on every process within a second.') },
    },
    handler: async (request, reply) => {
      const sessions = await logOut(ctx, request, request.query.everywhere === 'true');
      removeCookie(reply, isSecure(request));
      return { sessions };
    },
  });
}

/** After a log-in of any kind. */
export async function answerLogIn(
  ctx: Context,
  reply: FastifyReply,
  loggedIn: LoggedIn,
  { secure }: Origin,
): Promise<FastifyReply> {
  const session = await viewSession(ctx, reply.request, loggedIn);
  setCookie(reply, loggedIn.session.secret, secure);
  keepKnownUser(ctx, reply, session.user.id, secure);
  return reply.code(201).send(session);
}

async function viewSession(
  ctx: Context,
  request: FastifyRequest,
  {
    account,
    userId,
    session,
  }: Pick<LoggedIn, 'account' | 'userId'> & { session: { secret: string; expiresAt: Date } },
) {
  return {
    csrf_token: csrfTokenOf(session.secret),
    expires_at: session.expiresAt.toISOString(),
    address_reach: reachOf(publicUrlOf(request, ctx.config)),
    user: await getMe(ctx, account, userId),
  };
}
