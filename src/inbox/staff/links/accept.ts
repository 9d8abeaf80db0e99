import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import type { LoggedIn } from '../log-in/log-in.ts';
import { type Passwords, passwordProblem } from '../passwords/password.ts';
import { checkSecondFactor } from '../second-factor/second-factor.ts';
import { endSessions, type Origin, openSession } from '../sessions/session.ts';
import { countCode } from '../throttle/throttle.ts';
import { getUser, renameUser, setPassword } from '../users/user.ts';
import { getGivenLink } from './given-link.ts';
import type { AcceptLink } from './schema.ts';
import * as store from './store.ts';

const KINDS = ['invitation', 'reset'] as const;
const ACTIONS = { invitation: 'user.joined', reset: 'user.password_changed' } as const;

/**
 * Sets the password, and logs in. One answer for wrong, used and expired links. ApiError
 * invalid_link, account_inactive, code_required, invalid_login, too_many_attempts,
 * service_unavailable; FieldErrors.
 */
export async function acceptLink(
  { ctx, passwords }: { ctx: Context; passwords: Passwords },
  { token, password, name, code }: AcceptLink,
  origin: Origin,
): Promise<LoggedIn> {
  const { link, tokenHash, account } = await getGivenLink(ctx, token, origin, KINDS);
  const { email, name: known, totp_confirmed_at } = await getUser(ctx, account, link.user_uuid);
  const problem = passwordProblem(password, { email, name: name ?? known });
  if (problem !== null) throw new FieldErrors({ password: [problem] });
  const isGuess = totp_confirmed_at !== null && code !== undefined;
  // Outside the transaction, which a wrong code rolls back.
  const guess = isGuess ? await countCode(ctx, link.user_uuid) : null;
  const passwordHash = await passwords.hash(password);
  const actor = { type: 'user', id: link.user_uuid, address: origin.address } as const;
  const asUser = { ...ctx, actor };
  const session = await ctx.db.transaction(async (tx) => {
    // User before link, as a reset locks.
    const user = await renameUser(tx, asUser, account, link.user_uuid, name ?? known);
    if (!(await store.useLink(tx, tokenHash, ctx.now()))) throw new ApiError('invalid_link');
    await checkSecondFactor(tx, asUser, user, code);
    await setPassword(tx, { id: user.id, passwordHash });
    await endSessions(tx, user.id);
    const target = { accountId: account.id, target: user.user_uuid };
    await record(tx, asUser, [{ action: ACTIONS[link.kind], ...target }]);
    return openSession(tx, ctx, user, origin);
  });
  await guess?.succeeded();
  return { account, userId: link.user_id, session };
}
