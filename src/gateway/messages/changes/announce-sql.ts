import { announceEach, bodyOf, isWanted } from '../../events/event.ts';
import { identitySql, isGroupSql } from '../../people/identity.ts';
import { chatSql, groupChatSql } from '../chat-sql.ts';
import { MESSAGE_DELETED, MESSAGE_EDITED, MESSAGE_REACTION } from '../events.ts';
import { publicIdOf } from '../queue/public-ids.ts';
import { memberSql } from '../received-rows.ts';

const EARLIER = {
  device_uuid: 'e.device_uuid',
  timestamp: 'kurir_iso(e.at)',
  message_id: 'e.message_id',
  wa_message_id: 'e.target_wa_message_id',
  conversation_id: 'e.conversation_uuid',
  phone: 'coalesce(e.author, e.phone)',
  chat: groupChatSql(isGroupSql('e.phone')),
  author: `case when e.from_me then 'us' else 'them' end`,
};

const TYPE = `case s.kind when 'reaction' then '${MESSAGE_REACTION.type}' when 'edit' then '${MESSAGE_EDITED.type}'
        when 'deletion' then '${MESSAGE_DELETED.type}' end`;

const FOUND = `select id, public_id, direction, phone, ${memberSql('details')} as sender from messages
          where device_id = d.id`;

/** By each index on provider ids, as for quotes. The device itself comes first. */
const TARGET = `(
      select m.direction, m.phone, m.sender,
        case m.direction when 'in' then m.public_id else ${publicIdOf('m')} end as message_id
      from (
        select w.device_id as id, 1 as turn
        union all
        (select device_id, 2 from channel_devices where channel_id = own.channel_id)
      ) d
      cross join lateral (
        (${FOUND} and wa_message_id = w.target_wa_message_id and direction = 'in' limit 1)
        union all
        (${FOUND} and reserved_wa_id = w.target_wa_message_id and reserved_wa_id is not null limit 1)
        union all
        (${FOUND} and wa_message_id = w.target_wa_message_id and direction = 'out'
          and wa_message_id <> reserved_wa_id limit 1)
      ) m
      order by d.turn limit 1
    )`;

const IS_OF_PERSON = `(
      select true from (select ${identitySql('m.phone')}) key
      cross join lateral (
        select person_id from person_identities
        where account_id = w.account_id and kind = key.kind and value = key.value limit 1
      ) k
      cross join lateral (select coalesce(merged_into, id) as id from people where id = k.person_id offset 0) p
      where p.id = chat.person_id
    )`;

/** Deleted before: its later text stays unknown. */
const IS_GONE = `exists (
      select from message_changes c
      where c.device_id = w.device_id and c.phone = w.phone and c.target_wa_message_id = w.target_wa_message_id
        and c.kind = 'deletion' and c.from_me = w.from_me and c.author is not distinct from w.author
      offset 0
    )`;

/**
 * SQL: announces new changes in `stored`. A customer can name any id: another person's message, or an edit by another
 * author, is no event.
 */
export const ANNOUNCE_CHANGES = `wanted as materialized (
    select s.*, ${TYPE} as event_type from stored s where ${isWanted('s.account_id', TYPE)}
  ), happened as (
    select w.*, own.device_uuid, chat.conversation_uuid, chat.name, m.message_id, :now::timestamptz as happened_at
    from wanted w
    cross join lateral (select device_uuid, channel_id from devices where id = w.device_id offset 0) own
    left join lateral ${chatSql('w', 'own.channel_id')} chat on true
    left join lateral ${TARGET} m on true
    where (m.phone is null or m.phone = w.phone or ${IS_OF_PERSON})
      and (w.kind = 'reaction' or m.phone is null
        or w.from_me = (m.direction = 'out') and m.sender is not distinct from w.author)
      and not (w.kind = 'edit' and ${IS_GONE})
    order by w.id
  ), ${announceEach([
    bodyOf(MESSAGE_REACTION, { ...EARLIER, emoji: 'e.body' }),
    bodyOf(MESSAGE_EDITED, { ...EARLIER, body: 'e.body' }),
    bodyOf(MESSAGE_DELETED, EARLIER),
  ])}`;
