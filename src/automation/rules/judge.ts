import { type Hours, isOpen } from '../../hours/opening.ts';
import { MINUTE } from '../../lib/clock.ts';
import { compilePattern, MATCH_KINDS, type Pattern, type Said } from '../matching.ts';
import type { RuleKind } from './definition.ts';
import { isWithin } from './schedule.ts';
import type { RuleRow } from './store.ts';

/** Why a rule that matches does not answer. The first that applies. */
export const OBSTACLES = [
  'disabled',
  'other_device',
  'flow_waits',
  'other_hours',
  'other_time',
  'not_first',
  'cooling_down',
  'staff_wrote',
  'answered',
  'shadowed',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** After a message of staff no away text follows. */
const STAFF_PAUSE_MS = 5 * MINUTE;

export interface Rule extends RuleRow {
  /** The longest first. */
  compiled: readonly Pattern[];
}

export interface Candidate {
  rule: Rule;
  /** Of `compiled`. Null: the rule needs none. */
  pattern: Pattern | null;
}

/** What rules are asked about, beside the text. */
export interface Occasion {
  /** Null: only rules for all devices. */
  device_uuid: string | null;
  at: Date;
  hours: Hours;
  /** The first message of the episode. */
  isFirst: boolean;
  isDuringFlow: boolean;
  lastHumanAt: Date | null;
  /** Ends of cool-downs, by row id. */
  pauses: ReadonlyMap<number, Date>;
}

export function compileRules(rows: readonly RuleRow[]): Rule[] {
  return rows.map((row) => {
    const { match, patterns } = row.definition;
    const compiled = patterns.map((pattern) => compilePattern(match, pattern));
    return { ...row, compiled: compiled.sort((one, other) => other.length - one.length) };
  });
}

/** Rules of one kind that the text concerns, in the order in which they answer. */
export function candidatesOf(rules: readonly Rule[], kind: RuleKind, said: Said): Candidate[] {
  return rules
    .filter((rule) => rule.kind === kind)
    .flatMap((rule): Candidate[] => {
      if (kind !== 'keyword' || rule.definition.match === 'any') return [{ rule, pattern: null }];
      const pattern = rule.compiled.find((each) => each.test(said));
      return pattern ? [{ rule, pattern }] : [];
    })
    .sort(compareCandidates);
}

/** Rules for certain devices, then by priority, kind of match, length of the pattern, and age. */
export function compareCandidates(one: Candidate, other: Candidate): number {
  const keys = [one, other].map(({ rule, pattern }) => [
    rule.device_uuids === null ? 1 : 0,
    rule.priority,
    MATCH_KINDS.indexOf(rule.definition.match),
    -(pattern?.length ?? 0),
    rule.id,
  ]);
  const [a = [], b = []] = keys;
  return a.map((key, n) => key - (b[n] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Whether hours must be known before the rule is judged. */
export const needsHours = ({ definition: { hours, schedule } }: Rule): boolean =>
  hours !== 'any' || schedule !== null;

/** Whether the rule can be in a cool-down. */
export const canPause = ({ kind, definition: { cooldown_seconds, greet_after_days } }: Rule): boolean =>
  kind === 'away' || cooldown_seconds > 0 || greet_after_days !== null;

/** Obstacles that neither hours nor cool-downs decide. */
export function plainObstacle(
  rule: Rule,
  { device_uuid, isDuringFlow, isFirst }: Pick<Occasion, 'device_uuid' | 'isDuringFlow' | 'isFirst'>,
): Obstacle | null {
  const { device_uuids, definition } = rule;
  if (!rule.enabled) return 'disabled';
  if (device_uuids !== null && !device_uuids.includes(device_uuid ?? '')) return 'other_device';
  if (isDuringFlow && rule.kind === 'keyword' && !definition.interrupts_flows) return 'flow_waits';
  const isEach = rule.kind !== 'greeting' || definition.greet_after_days !== null;
  return isFirst || isEach ? null : 'not_first';
}

export function obstacleOf(rule: Rule, occasion: Occasion): Obstacle | null {
  const { at, hours, lastHumanAt, pauses } = occasion;
  const { definition, kind, id } = rule;
  const plain = plainObstacle(rule, occasion);
  if (plain === 'disabled' || plain === 'other_device' || plain === 'flow_waits') return plain;
  if (definition.hours !== 'any' && (definition.hours === 'open') !== isOpen(hours, at)) return 'other_hours';
  if (definition.schedule !== null && !isWithin(definition.schedule, hours, at)) return 'other_time';
  if (plain) return plain;
  const until = pauses.get(id);
  if (until !== undefined && until > at) return 'cooling_down';
  const staffWrote = lastHumanAt !== null && at.getTime() - lastHumanAt.getTime() < STAFF_PAUSE_MS;
  return kind === 'away' && staffWrote ? 'staff_wrote' : null;
}
