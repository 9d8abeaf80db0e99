import type { Context } from '../../../context.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { enqueue, withoutJob } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const READING = 'documents.read';
const MS_PER_RANK = 100;
const MAX_RANK = 32_767;

/** The account that used the reader least comes first. */
export async function enqueueReading(
  { now }: Pick<Context, 'now'>,
  db: Db,
  accountId: number,
  waitMs = 0,
): Promise<void> {
  const usedMs = await store.readerTime(db, accountId, now());
  const rank = Math.min(Math.round(usedMs / MS_PER_RANK), MAX_RANK);
  const at = waitMs > 0 ? { at: new Date(now().getTime() + waitMs) } : {};
  await enqueue(db, { name: READING, accountId, rank, ...at });
}

/** For documents that a process of the previous version took, or whose job was given up. */
export async function enqueueWaiting(ctx: Context): Promise<void> {
  const waiting = await store.listWaiting(ctx.db);
  for (const accountId of await withoutJob(ctx.db, READING, waiting))
    await enqueueReading(ctx, ctx.db, accountId);
}
