import type { Context } from '../context.ts';
import { apiKeyRoutes } from './accounts/api-keys/routes.ts';
import { requestLogRoutes } from './accounts/request-log/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Http } from './lib/http/http.ts';
import type { CallCounter } from './usage/call-counter.ts';
import { type CountDevices, usageRoutes } from './usage/routes.ts';

/** Keys, the log of calls, the audit log and usage. */
export function platformRoutes(
  http: Http,
  ctx: Context,
  calls: CallCounter,
  countDevices: CountDevices,
): void {
  auditRoutes(http, ctx);
  usageRoutes(http, ctx, calls, countDevices);
  apiKeyRoutes(http, ctx);
  requestLogRoutes(http, ctx);
}
