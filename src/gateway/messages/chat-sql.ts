import { identitySql } from '../people/identity.ts';

/** SQL: the customer of a row with `account_id` and `phone`. No row for an id that fits no index. */
export const chatSql = (row: string, channelId: string) => `(
      select c.conversation_uuid, p.id as person_id, p.name
      from (select ${identitySql(`${row}.phone`)}) key
      cross join lateral (
        select person_id from person_identities
        where account_id = ${row}.account_id and kind = key.kind and value = key.value limit 1
      ) k
      cross join lateral (select coalesce(merged_into, id) as id from people where id = k.person_id offset 0) r
      cross join lateral (select id, name from people where id = r.id offset 0) p
      cross join lateral (
        select conversation_uuid from conversations where person_id = p.id and channel_id = ${channelId} limit 1
      ) c
    )`;

/** SQL: of an event `e` with the columns of `chatSql`. Null unless it is of a group. */
export const groupChatSql = (isOfGroup: string) =>
  `case when ${isOfGroup} then json_build_object('type', 'group', 'id', e.phone, 'subject', e.name) end`;
