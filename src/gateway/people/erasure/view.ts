import { viewActor } from '../../../platform/lib/actor-view.ts';
import type { Erasure } from './schema.ts';
import type { ErasureRow } from './store.ts';

export const viewErasure = (row: ErasureRow, total: number): Erasure => ({
  id: row.erasure_uuid,
  status: row.finished_at === null ? 'running' : 'finished',
  requested_at: row.requested_at.toISOString(),
  requested_by: viewActor(row),
  finished_at: row.finished_at?.toISOString() ?? null,
  progress: { done: row.steps, total: row.finished_at === null ? total : row.steps },
  erased: row.counts,
});
