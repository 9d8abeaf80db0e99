import { onBehalfOf, record } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../lib/actor.ts';
import { FieldErrors } from '../../lib/errors.ts';
import { proveOwnPassword } from '../passwords/own-password.ts';
import { type Passwords, passwordProblem } from '../passwords/password.ts';
import { endSessions, lockCaller } from '../sessions/session.ts';
import { getMe } from './me.ts';
import * as store from './store.ts';

interface Caller {
  id: number;
  sessionId: number;
  userUuid: string;
  account: { id: number; name: string };
  address: string;
  actor: Actor;
}

/**
 * Ends the other sessions of the user. ApiError too_many_attempts, service_unavailable, login_required;
 * FieldErrors.
 */
export async function changeOwnPassword(
  tools: { ctx: Context; passwords: Passwords },
  caller: Caller,
  wish: { current_password: string; password: string },
): Promise<void> {
  const { ctx, passwords } = tools;
  const { id, userUuid, address, account } = caller;
  const given = { user: { id, user_uuid: userUuid }, password: wish.current_password, address };
  const before = await proveOwnPassword(tools, given, 'current_password');
  const problem = passwordProblem(wish.password, await getMe(ctx, account, id));
  if (problem !== null) throw new FieldErrors({ password: [problem] });
  const after = await passwords.hash(wish.password);
  await ctx.db.transaction(async (tx) => {
    // Before the lock of the session, which two calls at the same moment would share.
    const isReplaced = await store.replacePassword(tx, id, before, after);
    if (!isReplaced) throw new FieldErrors({ current_password: ['is wrong'] });
    await lockCaller(tx, caller, 'agent');
    const detail = { sessions_ended: await endSessions(tx, id, caller.sessionId) };
    const action = 'user.password_changed';
    await record(tx, onBehalfOf(ctx, caller), [{ action, accountId: account.id, target: userUuid, detail }]);
  });
}
