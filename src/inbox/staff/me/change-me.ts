import type { Context } from '../../../context.ts';
import { onBehalfOf, record } from '../../../platform/audit/audit.ts';
import type { Actor } from '../../../platform/lib/actor.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { removeLinks } from '../links/link.ts';
import { proveOwnPassword } from '../passwords/own-password.ts';
import { type Passwords, passwordProblem } from '../passwords/password.ts';
import { assertProved, FIRST_PASSWORD_MS } from '../sessions/proof.ts';
import { endSessions, lockCaller } from '../sessions/session.ts';
import { renameUser } from '../users/user.ts';
import { getMe } from './me.ts';
import type { ChangeMe, Me } from './schema.ts';
import * as store from './store.ts';

interface Caller {
  id: number;
  sessionId: number;
  userUuid: string;
  account: Me['account'];
  address: string;
  actor: Actor;
}

interface Tools {
  ctx: Context;
  passwords: Passwords;
}

/** Hashes of the password. */
interface Replacement {
  before: string | null;
  after: string;
}

/**
 * All or nothing. A new password ends other sessions. ApiError too_many_attempts,
 * service_unavailable, login_required, confirm_identity; FieldErrors.
 */
export async function changeMe(tools: Tools, caller: Caller, { name, ...wish }: ChangeMe): Promise<void> {
  const ctx = onBehalfOf(tools.ctx, caller);
  const { account, userUuid } = caller;
  const replacement = wish.password === undefined ? null : await prepare(tools, caller, wish.password, wish);
  await ctx.db.transaction(async (tx) => {
    if (name !== undefined) await renameUser(tx, ctx, account, userUuid, name);
    if (replacement !== null) await replacePassword(tx, ctx, caller, replacement);
    // Changes have locked the user.
    await lockCaller(tx, caller, 'agent');
  });
}

async function prepare(
  tools: Tools,
  caller: Caller,
  password: string,
  { current_password: present }: Pick<ChangeMe, 'current_password'>,
): Promise<Replacement> {
  const { id, userUuid, account, address } = caller;
  const me = await getMe(tools.ctx, account, id);
  if (me.has_password && present === undefined) throw new FieldErrors({ current_password: ['is required'] });
  // The password proves no second factor, and some users have no password.
  if (me.has_second_factor) await assertProved(tools.ctx, caller);
  else if (!me.has_password) await assertProved(tools.ctx, caller, FIRST_PASSWORD_MS);
  const problem = passwordProblem(password, me);
  const given = { user: { id, user_uuid: userUuid }, password: present ?? '', address };
  const before = me.has_password ? await proveOwnPassword(tools, given, 'current_password') : null;
  if (problem !== null) throw new FieldErrors({ password: [problem] });
  return { before, after: await tools.passwords.hash(password) };
}

async function replacePassword(
  tx: Tx,
  ctx: Context,
  { id, sessionId, userUuid, account }: Caller,
  { before, after }: Replacement,
): Promise<void> {
  const isReplaced = await store.replacePassword(tx, id, before, after);
  // Another change came first.
  if (!isReplaced)
    throw new FieldErrors({ current_password: [before === null ? 'is required' : 'is wrong'] });
  await removeLinks(tx, { userId: id });
  const detail = { sessions_ended: await endSessions(tx, id, sessionId) };
  await record(tx, ctx, [
    { action: 'user.password_changed', accountId: account.id, target: userUuid, detail },
  ]);
}
