import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';

/**
 * After the right password, in the transaction of the log-in. ApiError code_required without a code, invalid_login
 * for a wrong one.
 */
export async function checkSecondFactor(
  _tx: Tx,
  _ctx: Pick<Context, 'now'>,
  user: { id: number; totp_confirmed_at: Date | null },
  code: string | undefined,
): Promise<void> {
  if (user.totp_confirmed_at === null) return;
  throw new ApiError(code === undefined ? 'code_required' : 'invalid_login');
}
