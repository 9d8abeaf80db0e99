import type { FlowSummaryRow } from '../store.ts';
import type { VersionSummary, VersionView } from './schema.ts';
import type { VersionRow, VersionSummaryRow } from './store.ts';

type Flow = Pick<FlowSummaryRow, 'published_version'>;

export function viewVersionSummary({ published_version }: Flow, row: VersionSummaryRow): VersionSummary {
  const { version, note, restored_from, created_at } = row;
  const is_published = version === published_version;
  return { version, note, restored_from, is_published, created_at: created_at.toISOString() };
}

export function viewVersion(flow: Flow, row: VersionRow): VersionView {
  return { ...viewVersionSummary(flow, row), definition: row.definition };
}
