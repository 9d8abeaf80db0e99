import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import * as store from './store.ts';

const KEEP_MS = 90 * DAY;

/** Ids grow with time, so the oldest ones come first. */
export function deleteOldDecisions(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const olderThan = new Date(ctx.now().getTime() - KEEP_MS);
  return inChunks((limit) => store.deleteOld(ctx.db, olderThan, limit));
}
