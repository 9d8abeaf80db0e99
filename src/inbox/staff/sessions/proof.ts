import type { Context } from '../../../context.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import * as store from './store.ts';

/** Limits what a stolen cookie or an open page can do. */
const PROOF_MS = 10 * MINUTE;
/** Of a first password: a link is used before its owner knows what to do next. */
export const FIRST_PASSWORD_MS = HOUR;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Gives or takes access: needs a proof of the last ten minutes. A list: only with these fields.
     * `handler`: the handler decides.
     */
    asksProof?: true | 'handler' | readonly string[];
  }
}

/** ApiError confirm_identity: too old; login_required: the session has ended. */
export async function assertProved(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sessionId }: { sessionId: number },
  validMs = PROOF_MS,
): Promise<void> {
  const provedAt = await store.findProof(db, sessionId);
  if (provedAt === undefined) throw new ApiError('login_required');
  if (now().getTime() - provedAt.getTime() >= validMs) throw new ApiError('confirm_identity');
}

/** ApiError login_required: the session has ended. */
export async function noteProof(tx: Tx, sessionId: number, now: Date): Promise<void> {
  if (!(await store.noteProof(tx, sessionId, now))) throw new ApiError('login_required');
}
