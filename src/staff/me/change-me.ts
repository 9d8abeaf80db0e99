import { onBehalfOf, record } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { FieldErrors } from '../../lib/errors.ts';
import { removeLinks } from '../links/link.ts';
import { proveOwnPassword } from '../passwords/own-password.ts';
import { type Passwords, passwordProblem } from '../passwords/password.ts';
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
  before: string;
  after: string;
}

/**
 * All or nothing. A new password ends the other sessions. ApiError too_many_attempts, service_unavailable,
 * login_required; FieldErrors.
 */
export async function changeMe(tools: Tools, caller: Caller, { name, ...wish }: ChangeMe): Promise<void> {
  const ctx = onBehalfOf(tools.ctx, caller);
  const { account, userUuid } = caller;
  const { password, current_password } = wish;
  const isProved = password !== undefined && current_password !== undefined;
  const replacement = isProved ? await prepare(tools, caller, { password, current_password }) : null;
  await ctx.db.transaction(async (tx) => {
    if (name !== undefined) await renameUser(tx, ctx, account, userUuid, name);
    if (replacement !== null) await replacePassword(tx, ctx, caller, replacement);
    // After the changes, which lock the user against other changes.
    await lockCaller(tx, caller, 'agent');
  });
}

async function prepare(
  tools: Tools,
  { id, userUuid, account, address }: Caller,
  { password, current_password }: { password: string; current_password: string },
): Promise<Replacement> {
  const given = { user: { id, user_uuid: userUuid }, password: current_password, address };
  const before = await proveOwnPassword(tools, given, 'current_password');
  const problem = passwordProblem(password, await getMe(tools.ctx, account, id));
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
  if (!isReplaced) throw new FieldErrors({ current_password: ['is wrong'] });
  await removeLinks(tx, id);
  const detail = { sessions_ended: await endSessions(tx, id, sessionId) };
  await record(tx, ctx, [
    { action: 'user.password_changed', accountId: account.id, target: userUuid, detail },
  ]);
}
