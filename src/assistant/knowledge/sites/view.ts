import type { Site, SitePage } from './schema.ts';
import type { PageRow, SiteRow } from './store.ts';

export function viewSite(row: SiteRow): Site {
  const { site_uuid: id, url, max_pages, max_depth, refresh_hours, state, problem } = row;
  const { found, visited, read, unreadable, skipped } = row;
  const isIdle = state === 'ready' || state === 'failed';
  return {
    id,
    url,
    max_pages,
    max_depth,
    refresh_hours,
    state,
    problem,
    pages: { found, visited, read, unreadable, skipped },
    read_at: row.read_at?.toISOString() ?? null,
    next_read_at: isIdle ? (row.due_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function viewSitePage(row: PageRow): SitePage {
  const { url, depth, state, problem, status, document_uuid, checked_at, failing_since } = row;
  return {
    url,
    depth,
    state,
    problem,
    status,
    document_id: document_uuid,
    checked_at: checked_at?.toISOString() ?? null,
    failing_since: failing_since?.toISOString() ?? null,
  };
}
