import { typeOf } from '../../gateway/messages/outbound-details.ts';
import type { Verdict } from '../arbiter/verdict.ts';
import type { Content, TemplateReply } from '../plan.ts';
import type { SavedRule, ShownRule } from './auto-reply.ts';
import type { Conditions } from './conditions.ts';
import type { RuleKind } from './definition.ts';
import type { Explained } from './explain.ts';
import type { Finding } from './lint.ts';
import { reservedMessage } from './reserved-words.ts';
import type { Candidate, Obstacle } from './rule.ts';
import type { AutoReply, Warning } from './schema.ts';
import type { TestResult } from './tester.ts';
import type { AutoReplyTest } from './tester-schema.ts';

export function viewAutoReply(row: ShownRule): AutoReply {
  const { rule_uuid, kind, name, enabled, priority, device_uuids, definition, created_at, updated_at } = row;
  const { schedule, conditions = null } = definition;
  return {
    id: rule_uuid,
    kind,
    name,
    enabled,
    priority,
    ...definition,
    device_uuids: device_uuids && [...device_uuids],
    patterns: [...definition.patterns],
    conditions: conditions && viewConditions(conditions),
    schedule: schedule && { ...schedule, days: schedule.days && [...schedule.days] },
    replies: definition.replies.map(viewReply),
    add_labels: [...definition.add_labels],
    remove_labels: [...definition.remove_labels],
    never_answers: row.never_answers,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

const viewConditions = ({
  customer,
  language = null,
  has_labels,
  lacks_labels,
  has_tags,
  lacks_tags,
  after_broadcast = null,
  entry_point_ids = [],
  ad_ids = [],
}: Conditions) => ({
  customer,
  language,
  has_labels: [...has_labels],
  lacks_labels: [...lacks_labels],
  has_tags: [...has_tags],
  lacks_tags: [...lacks_tags],
  after_broadcast,
  entry_point_ids: [...entry_point_ids],
  ad_ids: [...ad_ids],
});

function viewReply(reply: Content | TemplateReply) {
  if (reply.type === 'template')
    return { ...reply, body: null, media_url: null, media_id: null, interactive: null };
  const { type, body, media_url = null, media_id = null, interactive = null, template = null } = reply;
  return { ...typeOf({ type, template }), body, media_url, media_id, interactive };
}

export function viewSaved({ rule, findings }: SavedRule) {
  return { ...viewAutoReply(rule), warnings: findings.map((finding) => viewFinding(finding)) };
}

function viewFinding({ code, other, patterns }: Finding): Warning {
  return {
    code,
    message: messageOf({ code, other, patterns }),
    rule_id: other && !other.is_trigger ? other.rule_uuid : null,
    flow_id: other?.is_trigger ? other.rule_uuid : null,
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
    case 'opt_out_word':
    case 'person_word':
      return reservedMessage(code, patterns);
    case 'schedule_over':
      return 'The `until_date` of the schedule has passed, so this rule does not answer any more.';
    case 'no_business_hours':
      return 'The account has no business hours, so it is always open. Set them: PUT /v1/business-hours.';
    case 'flow_not_published':
      return 'The flow that this rule starts is not published. Publish it: POST /v1/flows/{id}/publish.';
    default:
      return code satisfies never;
  }
}

/** Of rules that do not answer. */
const MAX_SILENT = 50;

export function viewTest({ verdict, rules }: TestResult): AutoReplyTest {
  const { stage, outcome, reason, end } = verdict;
  const fired = rules.filter(({ why }) => why === null);
  const rule = (kind: RuleKind) => {
    const found = fired.find((each) => each.rule.kind === kind && !each.rule.is_trigger);
    return found ? { ...viewCandidate(found), replies: repliesOf(verdict, found) } : null;
  };
  const flow = fired.find((each) => each.rule.is_trigger);
  return {
    decision: { stage, outcome, reason },
    greeting: rule('greeting'),
    rule: rule('keyword'),
    flow: flow ? viewCandidate(flow) : null,
    away: rule('away'),
    hand_off_text: end && end.to !== 'closed' ? end.text : null,
    others: rules
      .flatMap(({ why, ...silent }) => (why ? [viewSilent(silent, why)] : []))
      .slice(0, MAX_SILENT),
  };
}

function repliesOf({ plans, prefaces }: Verdict, { rule }: Candidate) {
  const found = [...prefaces, ...plans].find(({ rule_id }) => rule_id === rule.rule_uuid);
  return (found?.replies ?? []).map(viewReply);
}

function viewSilent({ shadowedBy, ...candidate }: Omit<Explained, 'why'>, why: Obstacle) {
  const { is_trigger, kind } = candidate.rule;
  const by = shadowedBy?.rule;
  return {
    ...viewCandidate(candidate),
    kind: is_trigger ? ('flow' as const) : kind,
    why,
    shadowed_by: by?.rule_uuid ?? null,
  };
}

function viewCandidate({ rule: { rule_uuid, name, priority }, pattern }: Candidate) {
  return { id: rule_uuid, name, priority, pattern: pattern?.text ?? null };
}
