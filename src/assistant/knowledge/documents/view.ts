import type { Document } from './schema.ts';
import type { DocumentRow } from './store.ts';

const MAX_PAGES_SHOWN = 100;

export function viewDocument(row: DocumentRow): Document {
  const { document_uuid: id, title, format, size, enabled, state, problem } = row;
  const { pages, pages_read, unreadable_pages, pictures, is_cut, passages, url, created_at, updated_at } =
    row;
  return {
    id,
    title,
    format,
    size,
    enabled,
    state,
    problem,
    pages,
    pages_read,
    unreadable_pages: unreadable_pages.slice(0, MAX_PAGES_SHOWN),
    pictures,
    is_cut,
    passages,
    url,
    site_id: row.site_uuid,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
