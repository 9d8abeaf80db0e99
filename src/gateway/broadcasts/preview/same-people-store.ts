import { statement } from '../../../platform/lib/db/statement.ts';

interface PlacedContact {
  place: number;
  phone: string;
}

/**
 * Contacts whose number is stored in both spellings. The countries of `src/platform/lib/phone-spellings.ts` are one
 * range of the index.
 */
export const findRespelled = statement<{ accountId: number }, PlacedContact>(
  'broadcasts.find_respelled_contacts',
  `with pair as materialized (
    select c.place, c.phone, o.place as other_place, o.phone as other_phone
    from contacts c cross join lateral (
      select place, phone from contacts
      where account_id = :accountId and phone = kurir_second_spelling(c.phone) and phone <> c.phone limit 1
    ) o
    where c.account_id = :accountId and c.phone >= '52' and c.phone < '56'
      and c.phone ~ '^(52\\d{10}|54\\d{10}|55\\d{2}[6-9]\\d{7})$'
  )
  select place, phone from pair union all select other_place, other_phone from pair`,
).inTx.all;

export const findContacts = statement<{ accountId: number; phones: readonly string[] }, PlacedContact>(
  'broadcasts.find_contacts',
  'select place, phone from contacts where account_id = :accountId and phone = any (:phones::text[])',
).inTx.all;
