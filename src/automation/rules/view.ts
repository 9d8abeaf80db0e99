import type { Content } from '../plan.ts';
import type { SavedRule } from './auto-reply.ts';
import type { Candidate } from './judge.ts';
import type { Finding } from './lint.ts';
import type { AutoReply, AutoReplyTest, Fired, Warning } from './schema.ts';
import type { RuleRow } from './store.ts';
import type { FiredRule, TestResult } from './tester.ts';

export function viewAutoReply(row: RuleRow): AutoReply {
  const { rule_uuid, kind, name, enabled, priority, device_uuids, definition, created_at, updated_at } = row;
  const { schedule } = definition;
  return {
    ...{ id: rule_uuid, kind, name, enabled, priority },
    ...definition,
    device_uuids: device_uuids && [...device_uuids],
    patterns: [...definition.patterns],
    schedule: schedule && { ...schedule, days: schedule.days && [...schedule.days] },
    replies: definition.replies.map(viewReply),
    add_labels: [...definition.add_labels],
    remove_labels: [...definition.remove_labels],
    ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
  };
}

function viewReply({ type, body, media_url = null, interactive = null }: Content) {
  return { type, body, media_url, interactive };
}

export function viewSaved({ rule, findings }: SavedRule) {
  return { ...viewAutoReply(rule), warnings: findings.map((finding) => viewFinding(finding)) };
}

function viewFinding({ code, other, patterns }: Finding): Warning {
  return {
    code,
    message: messageOf({ code, other, patterns }),
    rule_id: other?.rule_uuid ?? null,
    patterns: [...patterns],
  };
}

function messageOf({ code, other, patterns }: Finding): string {
  const which = patterns.length > 0 ? `: ${patterns.join(', ')}` : '';
  switch (code) {
    case 'shadowed':
      return `"${other?.name}" always answers before this rule${which}.`;
    case 'shadows':
      return `This rule always answers before "${other?.name}"${which}.`;
    case 'no_business_hours':
      return 'The account has no business hours, so it is always open. Set them: PUT /v1/business-hours.';
    default:
      return code satisfies never;
  }
}

export function viewTest({ greeting, rule, away, others }: TestResult): AutoReplyTest {
  return {
    greeting: greeting && viewFired(greeting),
    rule: rule && viewFired(rule),
    away: away && viewFired(away),
    others: others.map(({ why, shadowedBy, ...silent }) => ({
      ...viewCandidate(silent),
      ...{ kind: silent.rule.kind, why, shadowed_by: shadowedBy?.rule.rule_uuid ?? null },
    })),
  };
}

function viewFired({ replies, ...candidate }: FiredRule): Fired {
  return { ...viewCandidate(candidate), replies: replies.map(viewReply) };
}

function viewCandidate({ rule: { rule_uuid, name, priority }, pattern }: Candidate) {
  return { id: rule_uuid, name, priority, pattern: pattern?.text ?? null };
}
