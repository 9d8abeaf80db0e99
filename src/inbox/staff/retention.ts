import type { Context } from '../../context.ts';
import { forgetExpired } from './sessions/session.ts';
import { forgetAttempts } from './throttle/throttle.ts';

/** Deletes sessions and attempts that count no more. */
export async function tidyStaff(ctx: Context): Promise<void> {
  const sessions = await forgetExpired(ctx);
  const attempts = await forgetAttempts(ctx);
  if (sessions + attempts > 0) ctx.log.info({ sessions, attempts }, 'staff.retention');
}
