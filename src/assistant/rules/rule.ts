import { type Hours, isOpen } from '../../gateway/hours/opening.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import type { Language } from '../languages/language.ts';
import { compilePattern, MATCH_KINDS, type Pattern, type PreparedText } from '../matching.ts';
import type { Pause } from '../pieces.ts';
import { type Customer, holds } from './conditions.ts';
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
  'other_customer',
  'other_language',
  'not_first',
  'cooling_down',
  'staff_wrote',
  'other_answer',
  'shadowed',
  'reserved_word',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** After a message of staff no away text follows. */
const STAFF_PAUSE_MS = 5 * MINUTE;

export interface Rule extends RuleRow {
  /** The longest first. */
  compiled: readonly Pattern[];
  /** A trigger of a published flow: it takes part as a rule that starts the flow. `rule_uuid` is that of the flow. */
  is_trigger: boolean;
}

export interface Candidate {
  rule: Rule;
  /** Of `compiled`. Null: the rule needs none. */
  pattern: Pattern | null;
}

/** All that can answer, by kind, in the order in which it answers. */
export type RuleSet = Readonly<Record<RuleKind, readonly Candidate[]>>;

/** A message, beside its text. What is a function costs a statement, and is asked when a rule depends on it. */
export interface Occasion {
  /** Null: only rules for all devices. */
  device_uuid: string | null;
  at: Date;
  /** The first message of the episode. */
  isFirst: boolean;
  isDuringFlow: boolean;
  lastHumanAt: Date | null;
  customer: Customer;
  /** Of the message. Null: not known. */
  language(): Language | null;
  hours(): Promise<Hours>;
  /** Ends of cool-downs, by row id. */
  pauses(): Promise<ReadonlyMap<number, Date>>;
}

export function compiledRule(row: RuleRow, is_trigger = false): Rule {
  const { match, patterns } = row.definition;
  const compiled = patterns.map((pattern) => compilePattern(match, pattern));
  return { ...row, is_trigger, compiled: compiled.sort((one, other) => other.length - one.length) };
}

/** Such a rule leaves the message to the next one. */
export const onlyLabels = ({ definition: { replies, start_flow, hand_off } }: Rule): boolean =>
  replies.length === 0 && start_flow === null && !hand_off;

export async function ruleSetOf(rules: Iterable<Rule>, pause: Pause): Promise<RuleSet> {
  const all: Record<RuleKind, Candidate[]> = { greeting: [], away: [], keyword: [] };
  for (const rule of rules) {
    await pause();
    const isPlain = rule.kind !== 'keyword' || rule.definition.match === 'any';
    const patterns = isPlain ? [null] : rule.compiled;
    all[rule.kind].push(...patterns.map((pattern) => ({ rule, pattern })));
  }
  for (const candidates of Object.values(all)) {
    await pause();
    candidates.sort(compareCandidates);
  }
  return all;
}

/**
 * Rules for certain devices, then by priority, kind of match, and length of the pattern; then rules before triggers of
 * flows, then by age.
 */
const ORDER: readonly ((candidate: Candidate) => number)[] = [
  ({ rule }) => (rule.device_uuids === null ? 1 : 0),
  ({ rule }) => rule.priority,
  ({ rule }) => MATCH_KINDS.indexOf(rule.definition.match),
  ({ pattern }) => -(pattern?.length ?? 0),
  ({ rule }) => Number(rule.is_trigger),
  ({ rule }) => rule.id,
];

/** Below zero: the first one answers before the other. */
export function compareCandidates(one: Candidate, other: Candidate): number {
  for (const keyOf of ORDER) {
    const difference = keyOf(one) - keyOf(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The rules that the text concerns, each once, in the order in which they answer. */
export async function* matching(
  candidates: readonly Candidate[],
  message: PreparedText,
  pause: Pause,
  isWanted: (rule: Rule) => boolean = () => true,
): AsyncGenerator<Candidate> {
  const found = new Set<Rule>();
  for (const candidate of candidates) {
    const { rule, pattern } = candidate;
    if (found.has(rule) || !isWanted(rule)) continue;
    await pause();
    if (pattern && !pattern.test(message)) continue;
    found.add(rule);
    yield candidate;
  }
}

/** Whether the rule can be in a cool-down. */
const canPause = ({ kind, definition: { cooldown_seconds, greet_after_days } }: Rule): boolean =>
  kind === 'away' || cooldown_seconds > 0 || greet_after_days !== null;

/** Obstacles of the rule as it is written: they need no look at the database. */
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

export async function obstacleOf(rule: Rule, occasion: Occasion): Promise<Obstacle | null> {
  const { at, lastHumanAt, customer } = occasion;
  const { kind, id } = rule;
  const { hours, schedule, conditions } = rule.definition;
  const plain = plainObstacle(rule, occasion);
  if (plain && plain !== 'not_first') return plain;
  if (hours !== 'any' && (hours === 'open') !== isOpen(await occasion.hours(), at)) return 'other_hours';
  if (schedule !== null && !isWithin(schedule, await occasion.hours(), at)) return 'other_time';
  if (plain) return plain;
  if (conditions && !(await holds(conditions, customer))) return 'other_customer';
  if (conditions?.language && conditions.language !== occasion.language()) return 'other_language';
  const until = canPause(rule) ? (await occasion.pauses()).get(id) : undefined;
  if (until !== undefined && until > at) return 'cooling_down';
  const staffWrote = lastHumanAt !== null && at.getTime() - lastHumanAt.getTime() < STAFF_PAUSE_MS;
  return kind === 'away' && staffWrote ? 'staff_wrote' : null;
}
