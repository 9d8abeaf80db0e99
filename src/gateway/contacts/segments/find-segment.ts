import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import * as store from './store.ts';

/** ApiError contact_segment_not_found. */
export async function getSegment(
  { db }: { db: Db | Tx },
  account: { id: number },
  uuid: string,
): Promise<store.SegmentRow> {
  const found = isUuid(uuid) ? await store.findSegment(db, { accountId: account.id, uuid }) : undefined;
  if (!found) throw new ApiError('contact_segment_not_found');
  return found;
}
