import type { Context } from '../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import { Session } from '../log-in/log-in.ts';
import { answerLogIn } from '../log-in/routes.ts';
import type { Passwords } from '../passwords/password.ts';
import { originOf } from '../sessions/session.ts';
import { acceptLink } from './accept.ts';
import { AcceptLink } from './schema.ts';

export function linkRoutes(http: Http, ctx: Context, passwords: Passwords): void {
  http.post(
    '/app/api/links/accept',
    {
      config: {
        staff: 'public',
        errors: ['invalid_link', 'invalid_login', 'code_required', 'too_many_attempts'],
      },
      schema: {
        tags: ['Staff'],
        operationId: 'acceptLink',
        summary: 'Choose a password with a link',
        description:
          'Accepts an invitation, or sets the password after a reset, and logs the user in. A link works once.',
        body: AcceptLink,
        response: { 201: Session.describe('Logged in. The cookie is the session.') },
      },
    },
    async (request, reply) => {
      const origin = originOf(request);
      return answerLogIn(ctx, reply, await acceptLink({ ctx, passwords }, request.body, origin), origin);
    },
  );
}
