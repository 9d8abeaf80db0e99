import type { Context } from '../../context.ts';
import { releaseAllClaims } from './turn-store.ts';

/** For the only gateway of a database: customers of a killed one do not wait until its claims end. */
export async function takeOverTurns(ctx: Context): Promise<void> {
  await releaseAllClaims(ctx.db, ctx.now());
}
