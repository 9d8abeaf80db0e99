import type { Context } from '../../context.ts';
import { releaseAllClaims } from './store.ts';

/** For the only gateway on this database: the claims of its dead predecessor are void. */
export async function takeOverDeliveries(ctx: Context): Promise<void> {
  await releaseAllClaims(ctx.db, ctx.now());
}
