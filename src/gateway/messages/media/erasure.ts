import { ERASED_AT_ONCE, type ErasureStep, idOf, walked } from '../../../platform/lib/erasing.ts';
import * as store from './erasure-store.ts';

/** Waits until the job of the media has deleted the files. */
export const filesErasure: ErasureStep = {
  kind: 'files',
  async erase(tx, { accountId, pseudonym }, place) {
    const found = await store.findFiles(tx, {
      accountId,
      pseudonym,
      after: Number(place),
      limit: ERASED_AT_ONCE,
    });
    const waiting = found.find(({ is_stored }) => is_stored === true);
    const past = waiting ? found.filter(({ id }) => id < waiting.id) : found;
    const erased = await store.deleteFiles(tx, { ids: past.map(({ id }) => id) });
    if (waiting) return { erased, next: String(waiting.id - 1), waits: true };
    return walked(found, erased, idOf);
  },
};
