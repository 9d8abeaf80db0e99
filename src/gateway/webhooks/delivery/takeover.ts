import type { Context } from '../../../context.ts';
import { releaseAllClaims } from './store.ts';

/** For the only gateway of a database. */
export async function takeOverDeliveries(ctx: Context): Promise<void> {
  await releaseAllClaims(ctx.db, { now: ctx.now() });
}
