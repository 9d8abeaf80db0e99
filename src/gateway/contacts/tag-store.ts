import { statement } from '../../platform/lib/db/statement.ts';

export interface TagRow {
  id: number;
  name: string;
  contacts: number;
}

/** In id order. */
export const listTags = statement<{ accountId: number; after: number; limit: number }, TagRow>(
  'contacts.list_tags',
  `select t.id, t.name, (
     select coalesce(sum(contacts), 0)::int from contact_blocks where account_id = :accountId and list = t.id
   ) as contacts
   from (
     select id, name from tags where account_id = :accountId and id > :after order by id limit :limit::bigint
   ) t
   order by t.id`,
).all;
