import type { ShownMention } from './mention.ts';
import type { Mention } from './schema.ts';

export function viewMention(row: ShownMention): Mention {
  const { mention_uuid, conversation_uuid, event_uuid, phone, name, kind, actor, body, created_at } = row;
  return {
    id: mention_uuid,
    conversation_id: conversation_uuid,
    kind: kind === 'note' ? 'note' : 'assigned',
    person: { name, phone },
    note_id: event_uuid,
    actor,
    body,
    created_at: created_at.toISOString(),
  };
}
