import type { TimelineEntry } from './schema.ts';
import type { TimelineRow } from './store.ts';

export function viewEntry(row: TimelineRow): TimelineEntry {
  const { event_uuid, kind, actor, body, details, episode, created_at } = row;
  return { id: event_uuid, kind, actor, body, details, episode, created_at: created_at.toISOString() };
}
