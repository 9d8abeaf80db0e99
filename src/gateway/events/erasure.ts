import type { Tx } from '../../platform/lib/db/db.ts';
import { ERASED_AT_ONCE, type ErasureStep, walked } from '../../platform/lib/erasing.ts';
import * as erasures from './erasure-store.ts';
import { findEvents } from './erasure-store.ts';
import { deleteEvents, lockEvents } from './store.ts';

const START = '-infinity 0';

/** `release` deletes what depends on locked events. */
export const eventsErasure = (
  release: (tx: Tx, ids: readonly number[]) => Promise<unknown>,
): ErasureStep => ({
  kind: 'events',
  async erase(tx, { accountId, phones, requestedAt }, place) {
    const [at, id] = splitPlace(place || START);
    const found = await findEvents(tx, {
      accountId,
      phones,
      at,
      id,
      until: requestedAt,
      limit: ERASED_AT_ONCE,
    });
    const named = found.filter(({ is_named }) => is_named).map((event) => event.id);
    const ids = await lockEvents(tx, named);
    await erasures.deleteBacklog(tx, { accountId, ids });
    await release(tx, ids);
    await deleteEvents(tx, { ids });
    return walked(found, ids.length, (last) => `${last.at} ${last.id}`);
  },
});

/** A time of PostgreSQL can have a space. */
function splitPlace(place: string): [at: string, id: number] {
  const end = place.lastIndexOf(' ');
  return [place.slice(0, end), Number(place.slice(end + 1))];
}
