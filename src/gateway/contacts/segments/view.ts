import type { Segment } from './schema.ts';
import type { SegmentRow } from './store.ts';

export function viewSegment({ segment_uuid, name, filter, created_at, updated_at }: SegmentRow): Segment {
  const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  return { id: segment_uuid, name, filter, ...times };
}
