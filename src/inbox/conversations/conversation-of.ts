import { identitySql } from '../../gateway/people/identity.ts';

/**
 * SQL: joins the conversation `c` (conversation_id) that shows the message `m` (id, account_id, device_id, phone). Its
 * number at that time and its person find it. Merged ones are followed.
 */
export const CONVERSATION_OF = `
  cross join lateral (
    select ${identitySql('m.phone')}
  ) i
  cross join lateral (
    select channel_id from channel_devices
    where device_id = m.device_id and from_message_id < m.id and m.id <= coalesce(until_message_id, m.id) limit 1
  ) s
  cross join lateral (
    select person_id from person_identities
    where account_id = m.account_id and kind = i.kind and value = i.value limit 1
  ) k
  cross join lateral (select coalesce(merged_into, id) as id from people where id = k.person_id offset 0) p
  cross join lateral (
    select coalesce(merged_into, id) as conversation_id from conversations
    where person_id = p.id and channel_id = s.channel_id limit 1
  ) c`;
