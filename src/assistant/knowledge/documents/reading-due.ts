import type { Context } from '../../../context.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
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
