import type { FastifyRequest } from 'fastify';
import { onBehalfOf, record } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import { endSession, endSessions } from '../sessions/session.ts';
import { callerOf } from '../staff-caller.ts';

/** Applies on every process within a second. Returns the number of the sessions. */
export async function logOut(ctx: Context, request: FastifyRequest, everywhere: boolean): Promise<number> {
  const { id, sessionId, userUuid } = callerOf(request);
  return ctx.db.transaction(async (tx) => {
    const ended = everywhere ? await endSessions(tx, id) : Number(await endSession(tx, id, sessionId));
    const entry = { action: 'user.logged_out', accountId: request.account.id, target: userUuid } as const;
    if (ended > 0) await record(tx, onBehalfOf(ctx, request), [{ ...entry, detail: { sessions: ended } }]);
    return ended;
  });
}
