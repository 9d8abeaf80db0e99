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

/** So that the undo of a deletion of many brings nothing back. */
export const deleteFromBulks = statement<Omit<Numbers, 'until'>>(
  'contacts.erase_from_bulks',
  `update contact_bulk_pieces p set change = (
     select coalesce(jsonb_agg(w.row), '[]') from jsonb_array_elements(p.change) as w (row)
     where w.row ->> 'phone' <> all (:phones::text[])
   )
   where p.bulk_id = any (array(select id from contact_bulks where account_id = :accountId and action = 'delete'))
     and p.state = 'done' and exists (
       select from jsonb_array_elements(p.change) as w (row) where w.row ->> 'phone' = any (:phones::text[])
     )`,
).inTx.run;

/** So that the undo of an import brings nothing back. */
export const deleteNotes = statement<Omit<Numbers, 'until'>>(
  'contacts.erase_import_notes',
  'delete from contact_import_changes where account_id = :accountId and phone = any (:phones::text[])',
).inTx.run;
