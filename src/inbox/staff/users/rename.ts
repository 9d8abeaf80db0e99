import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { deleteRename, insertRename, listRenames, type Rename } from './rename-store.ts';
import type { UserRow } from './store.ts';

export type { Rename } from './rename-store.ts';

/** For callers known by the old name. */
const SETTLE_MS = 2 * SECOND;
/** The rename repeats: transactions may still write the old name. */
const KEEP_MS = MINUTE;

/** Renames conversations in the background, and keeps the old name reserved. */
export async function noteRename(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { account_id, id, name }: Pick<UserRow, 'account_id' | 'id' | 'name'>,
): Promise<void> {
  await insertRename(tx, { accountId: account_id, userId: id, name, now: now() });
}

/** In the order of ids. */
export function listDueRenames(
  ctx: Pick<Context, 'db' | 'now'>,
  after: number,
  limit: number,
): Promise<Rename[]> {
  const before = new Date(ctx.now().getTime() - SETTLE_MS);
  return listRenames(ctx.db, { before, after, limit });
}

/** After a run that found all conversations. */
export async function endRename(
  { db, now }: { db: Db } & Pick<Context, 'now'>,
  rename: Rename,
): Promise<void> {
  if (now().getTime() - rename.renamed_at.getTime() >= KEEP_MS)
    await deleteRename(db, { id: rename.id, renamedAt: rename.renamed_at });
}
