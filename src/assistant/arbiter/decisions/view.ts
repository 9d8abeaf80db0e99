import type { DecisionRow } from './decision.ts';
import { markOf } from './mark.ts';
import type { Decision } from './schema.ts';

export function viewDecision(row: DecisionRow): Decision {
  const { stage, outcome, reason, rule_id, flow_id, node_id, faq_id, score, shadow, ms } = row;
  return {
    id: row.decision_uuid,
    message_id: row.message_public_id,
    state: row.state === 'decided' ? 'decided' : 'waiting',
    automation: markOf({ ...row, ...row.joined, is_covered: true, is_waiting: false }),
    stage,
    outcome,
    reason,
    rule_id,
    flow_id,
    node_id,
    faq_id,
    score,
    candidates: row.candidates ?? [],
    sources: (row.sources ?? []).map(({ kind, id, title, row_key }) => ({
      kind,
      id,
      title,
      ...(row_key !== undefined && { row_key }),
    })),
    shadow,
    joined_id: row.joined_uuid,
    message_ids: row.sent_ids ?? [],
    ms,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
