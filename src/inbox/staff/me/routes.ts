import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { LoggedOut, logOutOf } from '../log-in/log-out.ts';
import type { Passwords } from '../passwords/password.ts';
import { listSessions } from '../sessions/session.ts';
import { callerOf } from '../staff-caller.ts';
import { changeMe } from './change-me.ts';
import { getMe } from './me.ts';
import { ChangeMe, Me, SessionList, SessionParams } from './schema.ts';
import { viewOwnSession } from './view.ts';

const tags = ['Staff'];

export function meRoutes(http: Http, ctx: Context, passwords: Passwords): void {
  http.get('/app/api/me', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'getMe',
      summary: 'Get the user of the session',
      response: { 200: Me.describe('The user.') },
    },
    handler: async (request) => getMe(ctx, request.account, callerOf(request).id),
  });
  changeRoute(http, ctx, passwords);
  ownSessionRoutes(http, ctx);
}

function changeRoute(http: Http, ctx: Context, passwords: Passwords): void {
  http.patch('/app/api/me', {
    config: { staff: 'agent', errors: ['too_many_attempts'], asksProof: 'handler' },
    schema: {
      tags,
      operationId: 'changeMe',
      summary: 'Change the own name or password',
      description:
        'A new password ends the other sessions of the user. The first password, and one of a user with a second ' +
        'factor, ask for a log-in or a proof in the last ten minutes.',
      body: ChangeMe,
      response: { 200: Me.describe('Changed.') },
    },
    handler: async (request) => {
      const { account, actor, clientAddress: address, body } = request;
      const caller = callerOf(request);
      await changeMe({ ctx, passwords }, { ...caller, account, actor, address }, body);
      return getMe(ctx, account, caller.id);
    },
  });
}

function ownSessionRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/me/sessions', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'listMySessions',
      summary: 'List the own sessions',
      response: { 200: SessionList.describe('The sessions, newest first.') },
    },
    handler: async (request) => {
      const { id, sessionId } = callerOf(request);
      const sessions = await listSessions(ctx, id);
      return { data: sessions.map((session) => viewOwnSession(session, sessionId)) };
    },
  });
  http.delete('/app/api/me/sessions/:id', {
    config: { staff: 'agent', errors: ['session_not_found'] },
    schema: {
      tags,
      operationId: 'endMySession',
      summary: 'End one of the own sessions',
      params: SessionParams,
      response: { 200: LoggedOut.describe('Ended, on every process within a second.') },
    },
    handler: async (request) => ({ sessions: await logOutOf(ctx, request, request.params.id) }),
  });
}
