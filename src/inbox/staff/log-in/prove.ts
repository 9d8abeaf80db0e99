import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { proveOwnPassword } from '../passwords/own-password.ts';
import type { Passwords } from '../passwords/password.ts';
import { checkSecondFactor } from '../second-factor/second-factor.ts';
import { noteProof } from '../sessions/proof.ts';
import { callerOf } from '../staff-caller.ts';
import { countCode } from '../throttle/throttle.ts';
import type { ProveUser } from './schema.ts';

/**
 * As a log-in, but the session stays. ApiError code_required, invalid_login for a wrong code, login_required,
 * too_many_attempts, service_unavailable; FieldErrors for a wrong password.
 */
export async function proveUser(
  { ctx, passwords }: { ctx: Context; passwords: Passwords },
  request: Pick<FastifyRequest, 'account' | 'actor' | 'clientAddress' | 'staff'>,
  { password, code }: ProveUser,
): Promise<void> {
  const { id, userUuid: user_uuid, sessionId } = callerOf(request);
  const user = { id, user_uuid, account_id: request.account.id };
  await proveOwnPassword({ ctx, passwords }, { user, password, address: request.clientAddress });
  // Before the transaction, which a wrong code undoes.
  const guess = code === undefined ? null : await countCode(ctx, user_uuid);
  await ctx.db.transaction(async (tx) => {
    await checkSecondFactor(tx, onBehalfOf(ctx, request), user, code);
    await noteProof(tx, sessionId, ctx.now());
  });
  await guess?.succeeded();
}
