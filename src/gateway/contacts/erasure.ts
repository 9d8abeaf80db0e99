import { atOnce } from '../../platform/lib/erasing.ts';
import { deleteLocked } from './edit-store.ts';
import * as erasures from './erasure-store.ts';
import { lockBooks } from './store.ts';

export const contactsErasure = atOnce('contacts', async (tx, { accountId, phones, requestedAt }) => {
  await lockBooks(tx, [{ account_id: accountId }]);
  const found = await erasures.findPlaces(tx, { accountId, phones, until: requestedAt });
  await deleteLocked(
    tx,
    accountId,
    found.map(({ place }) => place),
  );
  return found.length;
});

/** What an undo would bring back. */
export const contactUndosErasure = atOnce('contact_undos', async (tx, { accountId, phones }) => {
  const ofImports = await erasures.deleteNotes(tx, { accountId, phones });
  return ofImports + (await erasures.deleteFromBulks(tx, { accountId, phones }));
});
