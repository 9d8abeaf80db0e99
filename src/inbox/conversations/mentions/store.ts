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

/**
 * Newest first, without those in conversations that the user does not see any more, and without assignments that were
 * taken back. A merged conversation is the one that shows it.
 */
export const listMentions = statement<Reader & { before: number | null; limit: number }, MentionRow>(
  'conversations.list_mentions',
  `select m.id, m.mention_uuid, shown.conversation_uuid, shown.phone, p.name as person_name,
     e.event_uuid, e.kind, e.actor, e.body, m.created_at
   from mentions m
   cross join lateral (
     select coalesce(merged_into, id) as id, channel_id from conversations where id = m.conversation_id offset 0
   ) c
   cross join lateral (
     select conversation_uuid, phone, person_id, assignee from conversations where id = c.id offset 0
   ) shown
   cross join lateral (select name from people where id = shown.person_id offset 0) p
   cross join lateral (select event_uuid, kind, actor, body from conversation_events where id = m.event_id offset 0) e
   where m.user_id = :userId and m.id < coalesce(:before::bigint, 9223372036854775807)
     and ${seesChannel('c.channel_id')}
     and (e.kind <> 'assigned' or shown.assignee = :userName::text)
   order by m.id desc limit :limit::bigint`,
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
