import { statement } from '../../platform/lib/db/statement.ts';

interface Numbers {
  accountId: number;
  phones: readonly string[];
  until: Date;
}

/** Those that were stored before. */
export const findPlaces = statement<Numbers, { place: number }>(
  'contacts.find_erased',
  `select place from contacts
   where account_id = :accountId and phone = any (:phones::text[]) and created_at <= :until::timestamptz`,
).inTx.all;

/** So that the undo of an import brings nothing back. */
export const deleteNotes = statement<Omit<Numbers, 'until'>>(
  'contacts.erase_import_notes',
  'delete from contact_import_changes where account_id = :accountId and phone = any (:phones::text[])',
).inTx.run;
