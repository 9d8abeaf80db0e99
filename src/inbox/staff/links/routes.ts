import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { Session } from '../log-in/log-in.ts';
import { answerLogIn } from '../log-in/routes.ts';
import type { Passwords } from '../passwords/password.ts';
import { originOf } from '../sessions/session.ts';
import { acceptLink } from './accept.ts';
import { lookAtLink } from './given-link.ts';
import { logInByLink } from './log-in.ts';
import { AcceptLink, GivenLink, LookAtLink, UseLogInLink } from './schema.ts';

const ERRORS = ['invalid_link', 'invalid_login', 'code_required', 'too_many_attempts'] as const;

export function linkRoutes(http: Http, ctx: Context, passwords: Passwords): void {
  http.post('/app/api/links/look', {
    config: { staff: 'public', errors: ['invalid_link', 'too_many_attempts'] },
    schema: {
      tags: ['Staff'],
      operationId: 'lookAtLink',
      summary: 'Look at a link',
      description: 'Answers whose link it is. The link stays usable.',
      body: LookAtLink,
      response: { 200: GivenLink.describe('The link works now.') },
    },
    handler: async (request) => lookAtLink(ctx, request.body.token, originOf(request)),
  });

  http.post('/app/api/links/accept', {
    config: { staff: 'public', errors: ERRORS },
    schema: {
      tags: ['Staff'],
      operationId: 'acceptLink',
      summary: 'Choose a password with a link',
      description:
        'Accepts an invitation, or sets the password after a reset, and logs the user in. A link works once.',
      body: AcceptLink,
      response: { 201: Session.describe('Logged in. The cookie is the session.') },
    },
    handler: async (request, reply) => {
      const origin = originOf(request);
      return answerLogIn(ctx, reply, await acceptLink({ ctx, passwords }, request.body, origin), origin);
    },
  });

  http.post('/app/api/links/log-in', {
    config: { staff: 'public', errors: ERRORS },
    schema: {
      tags: ['Staff'],
      operationId: 'logInByLink',
      summary: 'Log in with a link',
      description:
        'Logs the user in without the password. The operator makes such links on the command line, and the start ' +
        'with the sandbox prints one. A link works once, within an hour.',
      body: UseLogInLink,
      response: { 201: Session.describe('Logged in. The cookie is the session.') },
    },
    handler: async (request, reply) => {
      const origin = originOf(request);
      return answerLogIn(ctx, reply, await logInByLink(ctx, request.body, origin), origin);
    },
  });
}
