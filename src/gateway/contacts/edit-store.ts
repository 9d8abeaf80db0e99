import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import { spellingsOf } from '../../platform/lib/phone-spellings.ts';
import { BLOCK, CONTACT, type ContactRow } from './store.ts';

export interface PlacedContact extends ContactRow {
  place: number;
}

export const findContact = statement<{ accountId: number; id: number }, PlacedContact>(
  'contacts.find',
  `select c.place, ${CONTACT}
   from (select * from contacts where id = :id offset 0) c where c.account_id = :accountId`,
).first;

const FIND_OTHER = statement<{ accountId: number; id: number; phones: readonly string[] }, { id: number }>(
  'contacts.find_other',
  `select id from contacts where account_id = :accountId and phone = any (:phones::text[]) and id <> :id limit 1`,
);

/** Whether another contact has the number, in any spelling. */
export async function isTaken(tx: Tx, accountId: number, id: number, phone: string): Promise<boolean> {
  return (await FIND_OTHER.first(tx, { accountId, id, phones: spellingsOf(phone) })) !== undefined;
}

const FIND_BY_PHONE = statement<{ accountId: number; phones: readonly string[] }, PlacedContact>(
  'contacts.find_by_phone',
  `select c.place, ${CONTACT}
   from (
     select * from contacts where account_id = :accountId and phone = any (:phones::text[]) order by phone limit 1
   ) c`,
);

/** In any spelling. */
export function findByPhone(
  db: Db | Tx,
  accountId: number,
  phone: string,
): Promise<PlacedContact | undefined> {
  return FIND_BY_PHONE.first(db, { accountId, phones: spellingsOf(phone) });
}

export const setNotes = statement<{ accountId: number; id: number; notes: string | null; now: Date }>(
  'contacts.set_notes',
  `update contacts set notes = :notes, updated_at = :now
   where id = :id and account_id = :accountId and notes is distinct from :notes`,
).inTx.run;

export const setPhone = statement<{ accountId: number; id: number; phone: string; now: Date }>(
  'contacts.set_phone',
  'update contacts set phone = :phone, updated_at = :now where id = :id and account_id = :accountId',
).inTx.run;

const UNTAG = statement<{ accountId: number; places: readonly number[] }>(
  'contacts.untag',
  `with untagged as (
     delete from contact_tags where account_id = :accountId and place = any (:places::bigint[])
     returning place, tag_id
   )
   update contact_blocks b set contacts = b.contacts - gone.contacts
   from (
     select list, place / ${BLOCK} as block, count(*) as contacts from (
       select 0 as list, place from unnest(:places::bigint[]) as place
       union all select tag_id, place from untagged
     ) as each
     group by 1, 2
   ) gone
   where b.account_id = :accountId and b.list = gone.list and b.block = gone.block`,
);
const DELETE = statement<{ accountId: number; places: readonly number[] }>(
  'contacts.delete',
  'delete from contacts where account_id = :accountId and place = any (:places::bigint[])',
);

/** Of existing contacts, under the lock of the account. */
export async function deleteLocked(tx: Tx, accountId: number, places: readonly number[]): Promise<void> {
  await UNTAG.run(tx, { accountId, places });
  await DELETE.run(tx, { accountId, places });
}
