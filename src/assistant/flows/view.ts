import type { Checked } from './flow.ts';
import type { FlowSummary, FlowView } from './schema.ts';
import type { FlowSummaryRow } from './store.ts';

export function viewFlowSummary(row: FlowSummaryRow): FlowSummary {
  const { flow_uuid, name, device_uuids, draft_version, published_version, published_at } = row;
  const { triggers, created_at, updated_at } = row;
  return {
    id: flow_uuid,
    name,
    device_uuids: device_uuids && [...device_uuids],
    draft_version,
    published_version,
    published_at: published_at?.toISOString() ?? null,
    triggers:
      published_version === null
        ? null
        : (triggers ?? []).map(({ match, patterns }) => ({ match, patterns: [...patterns] })),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function viewFlow({ flow, problems, warnings }: Checked): FlowView {
  const found = { problems: [...problems], warnings: [...warnings] };
  return { ...viewFlowSummary(flow), definition: flow.draft, ...found };
}
