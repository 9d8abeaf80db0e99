import type { Context } from '../context.ts';
import type { Http } from '../lib/http/http.ts';
import { operatorAccountRoutes } from './accounts/routes.ts';
import { operatorPlanRoutes } from './plans/routes.ts';

/** For the operator of the installation: users whom the command line has given this right. */
export function operatorRoutes(http: Http, ctx: Context): void {
  operatorAccountRoutes(http, ctx);
  operatorPlanRoutes(http, ctx);
}
