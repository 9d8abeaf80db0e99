import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { deleteRename, insertRename, listRenames, type Rename } from './rename-store.ts';
import type { UserRow } from './store.ts';

export type { Rename } from './rename-store.ts';

/** A caller may be known by the old name for a second. */
const SETTLE_MS = 2 * SECOND;
/** Until then the rename runs again: a transaction may still write the old name. */
const KEEP_MS = MINUTE;

/** Conversations get the new name in the background. Until then no other user may have the old one. */
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
