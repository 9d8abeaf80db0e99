import type { GoesWith } from '../../../gateway/messages/retention/old-messages.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

/** Lines of one transaction. */
const PIECE = 500;

/** Deletes old lines with their mentions. What figures count stays, without its text. `next`: null at the end. */
export async function deleteOldLines(
  tx: Tx,
  { after, ...old }: store.OldLines & { after: store.Place | null },
): Promise<{ deleted: number; next: store.Place | null }> {
  const place = { afterAt: after?.at ?? null, afterId: after?.id ?? 0 };
  const found = await store.findOld(tx, { ...old, ...place, limit: PIECE });
  const idsOf = (isCounted: boolean) =>
    found.filter(({ is_needed, is_counted }) => !is_needed && is_counted === isCounted).map(({ id }) => id);
  await store.emptyLines(tx, { ids: idsOf(true) });
  const deleted = await store.deleteLines(tx, { ids: idsOf(false) });
  const last = found.at(-1);
  return { deleted, next: last && found.length === PIECE ? { at: last.at, id: last.id } : null };
}

/** What the inbox keeps of messages. */
export const forgetMessages: GoesWith = async (tx, { ids }) => {
  await store.forgetReferrals(tx, { ids });
  await store.forgetWords(tx, { ids });
};
