import { statement } from '../../../platform/lib/db/statement.ts';
import type { TimelineRow } from './store.ts';

export interface LiveEntryRow extends TimelineRow {
  /** The conversation that shows the entry. */
  conversation_uuid: string;
  /** The device that speaks for the number now, or did last. */
  device_id: number | null;
}

export const readEntries = statement<{ ids: readonly number[] }, LiveEntryRow>(
  'conversations.read_entries',
  `select e.*, m.conversation_uuid, ch.device_id
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (
     select id, event_uuid, conversation_id, episode, kind, actor, body, details, created_at
     from conversation_events where id = i.id offset 0
   ) e
   cross join lateral (
     select coalesce(merged_into, id) as shown_id, channel_id from conversations where id = e.conversation_id offset 0
   ) c
   cross join lateral (select conversation_uuid from conversations where id = c.shown_id offset 0) m
   cross join lateral (select device_id from channels where id = c.channel_id offset 0) ch`,
).all;
