import type { Context } from '../../context.ts';
import { releaseAllClaims } from './store.ts';

/**
 * For the start of the only gateway on this database, when its predecessor is certainly dead: what that one was delivering is due again at
 * once, not after the time a claim holds.
 */
export async function takeOverDeliveries(ctx: Context): Promise<void> {
  await releaseAllClaims(ctx.db, ctx.now());
}
