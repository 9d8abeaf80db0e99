import { statement } from '../../../platform/lib/db/statement.ts';

interface Found {
  id: number;
  /** Null: a message without a file. */
  is_stored: boolean | null;
}

/** Messages of an erased person, which have its pseudonym. */
export const findFiles = statement<
  { accountId: number; pseudonym: string; after: number; limit: number },
  Found
>(
  'media.find_erased',
  `select m.id, file.is_stored
   from (
     select each.id
     from (select id from devices where account_id = :accountId offset 0) d
     cross join lateral (
       select id from messages
       where device_id = d.id and phone = :pseudonym and length(phone) <= 512 and id > :after::bigint
       order by id limit :limit::bigint
     ) each
     order by each.id limit :limit::bigint
   ) m
   left join lateral (
     select removed_at is null as is_stored from message_media where message_id = m.id limit 1
   ) file on true
   order by m.id`,
).all;

export const deleteFiles = statement<{ ids: readonly number[] }>(
  'media.delete_erased',
  'delete from message_media where message_id = any (:ids::bigint[])',
).inTx.run;
