import type { Label } from './schema.ts';
import type { LabelRow } from './store.ts';

export function viewLabel({ label_uuid, name, color, created_at }: LabelRow): Label {
  return { id: label_uuid, name, color, created_at: created_at.toISOString() };
}
