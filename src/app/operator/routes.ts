import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { operatorAccountRoutes } from './accounts/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { healthPageRoutes, type Installation } from './health/routes.ts';
import { operatorPlanRoutes } from './plans/routes.ts';
import { operatorRateRoutes } from './rates/routes.ts';
import { watchRoutes } from './watch/routes.ts';

/** For the operator of the installation: users whom the command line has given this right. */
export function operatorRoutes(http: Http, ctx: Context, installation: Installation): void {
  operatorAccountRoutes(http, ctx);
  operatorPlanRoutes(http, ctx);
  operatorRateRoutes(http, ctx);
  healthPageRoutes(http, ctx, installation);
  backupRoutes(http, ctx);
  if (ctx.config.KURIR_METRICS_TOKEN !== undefined) watchRoutes(http, ctx, installation);
}
