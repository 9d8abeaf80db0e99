import type { Contact } from './schema.ts';
import type { ContactRow } from './store.ts';

export function viewContact(row: ContactRow): Contact {
  const { id, phone, name, email, tags, notes, fields, created_at, updated_at } = row;
  return {
    id,
    phone,
    name,
    email,
    tags,
    notes,
    fields,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
