import { statement } from '../../../platform/lib/db/statement.ts';

export interface TimelineRow {
  id: number;
  event_uuid: string;
  episode: number;
  kind: string;
  actor: string;
  body: string | null;
  details: Record<string, unknown>;
  created_at: Date;
}

export interface NewEntry {
  account_id: number;
  conversation_id: number;
  episode: number;
  kind: string;
  actor: string;
  body: string | null;
  /** JSON. */
  details: string;
  /** Repeated messages of a customer: deleted with any of them. */
  message_ids: readonly number[] | null;
}

const COLUMNS = 'id, event_uuid, episode, kind, actor, body, details, created_at';
/** Conversations that were merged into one. Bounds a page. */
const MAX_MERGED = 200;

export const insertEntry = statement<NewEntry & { now: Date }, TimelineRow>(
  'conversations.insert_event',
  `insert into conversation_events (account_id, conversation_id, episode, kind, actor, body, details, message_ids,
     created_at)
   values (:account_id, :conversation_id, :episode, :kind, :actor, :body, :details::jsonb, :message_ids::bigint[],
     :now::timestamptz)
   returning ${COLUMNS}`,
).inTx.one;

/** Newest first, with merged conversations. */
export const listEntries = statement<{ id: number; before: number | null; limit: number }, TimelineRow>(
  'conversations.list_events',
  `select e.* from (
     select :id::bigint as id
     union all
     (select id from conversations where merged_into = :id::bigint limit ${MAX_MERGED})
   ) c
   cross join lateral (
     select ${COLUMNS} from conversation_events
     where conversation_id = c.id and id < coalesce(:before::bigint, 9223372036854775807)
     order by id desc limit :limit::bigint
   ) e
   order by e.id desc limit :limit::bigint`,
).all;
