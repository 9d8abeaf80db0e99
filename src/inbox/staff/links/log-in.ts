import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { LoggedIn } from '../log-in/log-in.ts';
import { checkSecondFactor } from '../second-factor/second-factor.ts';
import { type Origin, openSession } from '../sessions/session.ts';
import { countCode } from '../throttle/throttle.ts';
import { getUser } from '../users/user.ts';
import { getGivenLink } from './given-link.ts';
import type { UseLogInLink } from './schema.ts';
import * as store from './store.ts';

const KINDS = ['log_in'] as const;

/**
 * Without the password. A wrong code leaves the link usable. ApiError invalid_link,
 * account_inactive, code_required, invalid_login, too_many_attempts.
 */
export async function logInByLink(
  ctx: Context,
  { token, code }: UseLogInLink,
  origin: Origin,
): Promise<LoggedIn> {
  const { link, tokenHash, account } = await getGivenLink(ctx, token, origin, KINDS);
  const user = await getUser(ctx, account, link.user_uuid, 'invalid_link');
  const isGuess = user.totp_confirmed_at !== null && code !== undefined;
  // Outside the transaction, which a wrong code rolls back.
  const guess = isGuess ? await countCode(ctx, user.user_uuid) : null;
  const actor = { type: 'user', id: user.user_uuid, address: origin.address } as const;
  const asUser = { ...ctx, actor };
  const session = await ctx.db.transaction(async (tx) => {
    // User before link, as a reset locks.
    await checkSecondFactor(tx, asUser, user, code);
    if (!(await store.useLink(tx, tokenHash, ctx.now()))) throw new ApiError('invalid_link');
    const entry = { action: 'user.logged_in', accountId: account.id, target: user.user_uuid } as const;
    await record(tx, asUser, [{ ...entry, detail: { method: 'link' } }]);
    return openSession(tx, ctx, user, origin);
  });
  await guess?.succeeded();
  return { account, userId: user.id, session };
}
