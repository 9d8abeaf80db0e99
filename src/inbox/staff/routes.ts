import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { linkRoutes } from './links/routes.ts';
import { sessionRoutes } from './log-in/routes.ts';
import { meRoutes } from './me/routes.ts';
import { openPasswords } from './passwords/password.ts';
import { presenceRoutes } from './presence/routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { teamRoutes } from './teams/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Log-in and users: routes for staff alone. */
export function staffRoutes(http: Http, ctx: Context): void {
  const passwords = openPasswords(ctx);
  sessionRoutes(http, ctx, passwords);
  meRoutes(http, ctx, passwords);
  secondFactorRoutes(http, ctx, passwords);
  userRoutes(http, ctx);
  teamRoutes(http, ctx);
  linkRoutes(http, ctx, passwords);
  presenceRoutes(http, ctx);
}
