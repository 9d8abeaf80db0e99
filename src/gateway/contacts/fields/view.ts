import type { OwnField } from './schema.ts';
import type { FieldRow } from './store.ts';

export function viewField({ field_uuid, name, type, choices, created_at }: FieldRow): OwnField {
  return { id: field_uuid, name, type, choices, created_at: created_at.toISOString() };
}
