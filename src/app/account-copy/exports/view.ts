import { viewActor } from '../../../platform/lib/actor-view.ts';
import type { AccountExport } from './schema.ts';
import type { ExportRow } from './store.ts';

export const viewExport = (row: ExportRow): AccountExport => ({
  id: row.id,
  status: row.state,
  error: row.error,
  requested_at: row.requested_at.toISOString(),
  requested_by: viewActor(row),
  progress: { done: row.steps, total: row.total_steps },
  size_bytes: row.size,
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.state === 'done' ? (row.remove_at?.toISOString() ?? null) : null,
});
