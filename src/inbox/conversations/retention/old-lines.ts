import type { GoesWith } from '../../../gateway/messages/retention/old-messages.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import {
  afterPlace,
  type DeletedPiece,
  nextPlace,
  type TimePlace,
} from '../../../platform/lib/time-place.ts';
import * as store from './store.ts';

/** Lines of one transaction. */
const PIECE = 500;

/** Deletes old lines with their mentions. What figures count stays, without its text. */
export async function deleteOldLines(
  tx: Tx,
  { after, ...old }: store.OldLines & { after: TimePlace | null },
): Promise<DeletedPiece> {
  const found = await store.findOld(tx, { ...old, ...afterPlace(after), limit: PIECE });
  const idsOf = (isCounted: boolean) =>
    found.filter(({ is_needed, is_counted }) => !is_needed && is_counted === isCounted).map(({ id }) => id);
  await store.emptyLines(tx, { ids: idsOf(true) });
  const deleted = await store.deleteLines(tx, { ids: idsOf(false) });
  return { deleted, next: nextPlace(found, PIECE) };
}

/** What the inbox keeps of messages. */
export const forgetMessages: GoesWith = async (tx, { ids }) => {
  await store.forgetReferrals(tx, { ids });
  await store.forgetWords(tx, { ids });
};
