import { seesChannel } from '../../../gateway/devices/channels/channel.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export const insertMentions = statement<{
  accountId: number;
  conversationId: number;
  eventId: number;
  userIds: readonly number[];
  now: Date;
}>(
  'conversations.insert_mentions',
  `insert into mentions (account_id, user_id, conversation_id, event_id, created_at)
   select :accountId, id, :conversationId, :eventId, :now::timestamptz from unnest(:userIds::bigint[]) as id`,
).inTx.run;

export interface MentionRow {
  id: number;
  mention_uuid: string;
  conversation_uuid: string;
  event_uuid: string;
  /** Of the customer. */
  phone: string;
  person_name: string | null;
  /** Of the entry of the timeline. */
  kind: string;
  actor: string;
  body: string | null;
  created_at: Date;
}

interface Reader {
  userId: number;
  /** The name under which conversations are assigned to the user. */
  userName: string;
  deviceIds: readonly number[] | null;
}

/** With the conversation that shows it. */
const SHOWN = `cross join lateral (
     select coalesce(merged_into, id) as id, channel_id from conversations where id = m.conversation_id offset 0
   ) c
   cross join lateral (
     select conversation_uuid, phone, person_id, assignee from conversations where id = c.id offset 0
   ) shown
   cross join lateral (select name from people where id = shown.person_id offset 0) p
   cross join lateral (select event_uuid, kind, actor, body from conversation_events where id = m.event_id offset 0) e`;

/**
 * Newest first, without those in conversations that the user does not see any more, and without assignments that were
 * taken back. A merged conversation is the one that shows it.
 */
export const listMentions = statement<Reader & { before: number | null; limit: number }, MentionRow>(
  'conversations.list_mentions',
  `select m.id, m.mention_uuid, shown.conversation_uuid, shown.phone, p.name as person_name,
     e.event_uuid, e.kind, e.actor, e.body, m.created_at
   from mentions m ${SHOWN}
   where m.user_id = :userId and m.id < coalesce(:before::bigint, 9223372036854775807)
     and ${seesChannel('c.channel_id')}
     and (e.kind <> 'assigned' or shown.assignee = :userName::text)
   order by m.id desc limit :limit::bigint`,
).all;

/** An unread one. The caller checks whether the user sees it. */
export interface UnreadMention extends Omit<MentionRow, 'id' | 'event_uuid'> {
  user_id: number;
  /** Of the conversation. */
  assignee: string | null;
  device_id: number | null;
}

/** The newest of each user. */
export const listUnread = statement<{ userIds: readonly number[]; limit: number }, UnreadMention>(
  'conversations.list_unread_mentions',
  `select u.id as user_id, m.mention_uuid, shown.conversation_uuid, shown.phone, shown.assignee,
     p.name as person_name, (select device_id from channels where id = c.channel_id) as device_id,
     e.kind, e.actor, e.body, m.created_at
   from unnest(:userIds::bigint[]) as u (id)
   cross join lateral (
     select id, mention_uuid, conversation_id, event_id, created_at from mentions
     where user_id = u.id order by id desc limit :limit::bigint
   ) m ${SHOWN}`,
).all;

const DELETE = statement<{ userId: number; uuids: readonly string[] }>(
  'conversations.read_mentions',
  'delete from mentions where user_id = :userId and mention_uuid = any (:uuids::uuid[])',
);
const DELETE_ALL = statement<{ userId: number }>(
  'conversations.read_all_mentions',
  'delete from mentions where user_id = :userId',
);

/** Null: all. Returns their number. */
export function readMentions(db: Db, userId: number, uuids: readonly string[] | null): Promise<number> {
  return uuids === null ? DELETE_ALL.run(db, { userId }) : DELETE.run(db, { userId, uuids });
}
