import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { onBehalfOf, record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { endSession, endSessions, getSessionId } from '../sessions/session.ts';
import { callerOf } from '../staff-caller.ts';
import { LoggedOut } from './schema.ts';

export { LoggedOut };

/** Within a second. Returns the number of sessions. */
export async function logOut(ctx: Context, request: FastifyRequest, everywhere: boolean): Promise<number> {
  const { id, sessionId } = callerOf(request);
  return ending(ctx, request, async (tx) =>
    everywhere ? endSessions(tx, id) : Number(await endSession(tx, id, sessionId)),
  );
}

/** One session of the caller. ApiError session_not_found. */
export async function logOutOf(ctx: Context, request: FastifyRequest, uuid: string): Promise<number> {
  const { id } = callerOf(request);
  return ending(ctx, request, async (tx) =>
    Number(await endSession(tx, id, await getSessionId(tx, id, uuid))),
  );
}

async function ending(
  ctx: Context,
  request: FastifyRequest,
  end: (tx: Tx) => Promise<number>,
): Promise<number> {
  const { userUuid: target } = callerOf(request);
  return ctx.db.transaction(async (tx) => {
    const sessions = await end(tx);
    const entry = { action: 'user.logged_out', accountId: request.account.id, target } as const;
    if (sessions > 0) await record(tx, onBehalfOf(ctx, request), [{ ...entry, detail: { sessions } }]);
    return sessions;
  });
}
