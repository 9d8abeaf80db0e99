import type { Context } from '../../context.ts';
import { addressOf, type Link } from '../../inbox/staff/links/link.ts';
import { makeLinkOfFirstOwner } from '../../inbox/staff/users/creation.ts';
import { type Account, listAccounts } from '../../platform/accounts/account.ts';
import { DEMO_USER } from '../../platform/lib/demo.ts';
import { isLoopbackHost } from '../../platform/lib/loopback.ts';
import type { WelcomeLine } from './welcome-line.ts';

/** Null when it is off. A sandbox account's link logs its demo owner in: the lines never go to a log. */
export async function dashboardLines(
  ctx: Context,
  url: string,
  demo: Pick<Account, 'id'> | undefined,
): Promise<WelcomeLine[]> {
  const { KURIR_PUBLIC_URL, KURIR_DASHBOARD } = ctx.config;
  if (KURIR_DASHBOARD === 'off') return [];
  const origins = [KURIR_PUBLIC_URL ?? url, url];
  const origin = origins.find(acceptsLogIn);
  const link = demo && origin !== undefined ? await linkOfDemo(ctx, demo) : null;
  if (link && origin !== undefined) {
    const text = 'Dashboard. This link logs you in once, within an hour:';
    return [{ text, copy: addressOf(origin, link), style: 'key' }, { text: '' }];
  }
  const text = origin === undefined ? 'Dashboard (it needs HTTPS to log in):' : 'Dashboard:';
  return [{ text, copy: `${(origin ?? url).replace(/\/+$/, '')}/app` }];
}

/** The demo owner manages its own account alone. */
async function linkOfDemo(ctx: Context, demo: Pick<Account, 'id'>): Promise<Link | null> {
  const isOperator = (await listAccounts(ctx.db)).length === 1;
  return makeLinkOfFirstOwner(ctx, demo, { ...DEMO_USER, isOperator });
}

/** Plain HTTP only on this machine. */
function acceptsLogIn(origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return protocol === 'https:' || isLoopbackHost(host);
}
