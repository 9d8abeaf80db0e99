import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { callerOf } from '../../inbox/staff/staff-caller.ts';

type Call = Pick<FastifyRequest, 'staff' | 'clientAddress' | 'lockStaff'>;

/**
 * The context of a change by an operator. Entries of the audit log name the operator, as those of commands do. Each
 * transaction locks the caller first: rejects with ApiError login_required or insufficient_role when the right has
 * ended meanwhile.
 */
export function asOperator(ctx: Context, call: Call): Context {
  const { userUuid } = callerOf(call);
  return {
    ...ctx,
    actor: { type: 'operator', id: userUuid, address: call.clientAddress },
    db: {
      query: ctx.db.query,
      transaction: (work) =>
        ctx.db.transaction(async (tx) => {
          await call.lockStaff?.(tx);
          return work(tx);
        }),
    },
  };
}
