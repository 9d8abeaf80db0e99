import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import type { SandboxAddress } from '../address.ts';
import { chatRoutes } from './chats/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import { officialRoutes } from './officials/routes.ts';
import type { SandboxPage } from './page.ts';
import { phoneRoutes } from './phone-routes.ts';

/** For staff of sandbox accounts. They need no token of the sandbox: each account sees its own phones alone. */
export function sandboxPhoneRoutes(http: Http, ctx: Context, address: SandboxAddress | null): void {
  const page: SandboxPage = {
    address,
    async onRequest({ account }) {
      if (!address) throw new ApiError('sandbox_off');
      if (account.kind !== 'sandbox') throw new ApiError('sandbox_account_required');
    },
  };
  phoneRoutes(http, ctx, page);
  chatRoutes(http, ctx, page);
  deviceRoutes(http, ctx, page);
  officialRoutes(http, ctx, page);
}
