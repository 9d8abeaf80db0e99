import type { Mention } from './schema.ts';
import type { MentionRow } from './store.ts';

export function viewMention(row: MentionRow): Mention {
  const { mention_uuid, conversation_uuid, event_uuid, actor, body, created_at } = row;
  return {
    id: mention_uuid,
    conversation_id: conversation_uuid,
    note_id: event_uuid,
    actor,
    body,
    created_at: created_at.toISOString(),
  };
}
