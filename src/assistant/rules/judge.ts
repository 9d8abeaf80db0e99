import { type Hours, isOpen } from '../../gateway/hours/opening.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import type { Language } from '../languages/language.ts';
import { compilePattern, MATCH_KINDS, type Pattern, type Said } from '../matching.ts';
import { holds } from './conditions.ts';
import { RULE_KINDS, type RuleKind } from './definition.ts';
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

interface Ranked extends Candidate {
  rank: Rank;
}
type Rank = readonly number[];

/** All that can answer, by kind, in the order in which it answers. */
export type RuleSet = Readonly<Record<RuleKind, readonly Ranked[]>>;

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
  customer: Parameters<typeof holds>[1];
  /** Of the message. Null: not known. */
  language: Language | null;
  /** Ends of cool-downs, by row id. */
  pauses: ReadonlyMap<number, Date>;
}

export function compiledRule(row: RuleRow, is_trigger = false): Rule {
  const { match, patterns } = row.definition;
  const compiled = patterns.map((pattern) => compilePattern(match, pattern));
  return { ...row, is_trigger, compiled: compiled.sort((one, other) => other.length - one.length) };
}

/** Such a rule leaves the message to the next one. */
export const onlyLabels = ({ definition: { replies, start_flow, hand_off } }: Rule): boolean =>
  replies.length === 0 && start_flow === null && !hand_off;

/** Yields what each step costs: a large set takes some 100 ms. */
export function* ruleSetOf(rules: Iterable<Rule>): Generator<number, RuleSet> {
  const all: Record<RuleKind, Ranked[]> = { greeting: [], away: [], keyword: [] };
  for (const rule of rules) {
    const { kind, definition, compiled } = rule;
    const isPlain = kind !== 'keyword' || definition.match === 'any';
    const patterns = isPlain ? [null] : compiled;
    all[kind].push(...patterns.map((pattern) => ({ rule, pattern, rank: rankOf({ rule, pattern }) })));
    yield PATTERN_WORK * patterns.length;
  }
  for (const kind of RULE_KINDS) {
    all[kind].sort((one, other) => compareRanks(one.rank, other.rank));
    yield PATTERN_WORK * all[kind].length;
  }
  return all;
}

/** To prepare a pattern, in units of some 100 ns. */
const PATTERN_WORK = 50;

/** The place of the next candidate that the text concerns, from `start` on. -1: none. Yields what each test costs. */
export function* nextMatch(
  candidates: readonly Candidate[],
  said: Said,
  { start, isNear }: { start: number; isNear: (rule: Rule) => boolean },
): Generator<number, number> {
  for (let n = start; n < candidates.length; n += 1) {
    const candidate = candidates[n];
    if (!candidate || !isNear(candidate.rule)) continue;
    const { pattern } = candidate;
    if (pattern === null) return n;
    const work = pattern.work(said);
    if (pattern.test(said)) return n;
    yield work;
  }
  return -1;
}

/** Each rule that the text concerns once, in the order in which they answer. */
export function* allMatches(candidates: readonly Candidate[], said: Said): Generator<number, Candidate[]> {
  const found = new Map<Rule, Candidate>();
  const isNear = (rule: Rule) => !found.has(rule);
  for (let start = 0; ; start += 1) {
    start = yield* nextMatch(candidates, said, { start, isNear });
    const candidate = candidates[start];
    if (!candidate) return [...found.values()];
    found.set(candidate.rule, candidate);
  }
}

/**
 * Rules for certain devices, then by priority, kind of match, and length of the pattern; then rules before triggers of
 * flows, then by age.
 */
export const compareCandidates = (one: Candidate, other: Candidate): number =>
  compareRanks(rankOf(one), rankOf(other));

const rankOf = ({ rule, pattern }: Candidate): Rank => [
  rule.device_uuids === null ? 1 : 0,
  rule.priority,
  MATCH_KINDS.indexOf(rule.definition.match),
  -(pattern?.length ?? 0),
  Number(rule.is_trigger),
  rule.id,
];

function compareRanks(one: Rank, other: Rank): number {
  for (const [n, key] of one.entries()) {
    const difference = key - (other[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether hours must be known before the rule is judged. */
export const needsHours = ({ definition: { hours, schedule } }: Rule): boolean =>
  hours !== 'any' || schedule !== null;

/** Whether the rule can be in a cool-down. */
export const canPause = ({ kind, definition: { cooldown_seconds, greet_after_days } }: Rule): boolean =>
  kind === 'away' || cooldown_seconds > 0 || greet_after_days !== null;

/** Whether the tags of the contact must be known before the rule is judged. */
export const needsTags = ({ definition: { conditions } }: Rule): boolean =>
  (conditions?.has_tags.length ?? 0) + (conditions?.lacks_tags.length ?? 0) > 0;

/** Whether it must be known if the customer answers a broadcast. */
export const needsBroadcast = ({ definition: { conditions } }: Rule): boolean =>
  (conditions?.after_broadcast ?? null) !== null;

/** Whether the language of the message must be known before the rule is judged. */
export const needsLanguage = ({ definition: { conditions } }: Rule): boolean =>
  (conditions?.language ?? null) !== null;

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
  const { conditions } = definition;
  if (conditions && !holds(conditions, occasion.customer)) return 'other_customer';
  if (conditions?.language && conditions.language !== occasion.language) return 'other_language';
  const until = pauses.get(id);
  if (until !== undefined && until > at) return 'cooling_down';
  const staffWrote = lastHumanAt !== null && at.getTime() - lastHumanAt.getTime() < STAFF_PAUSE_MS;
  return kind === 'away' && staffWrote ? 'staff_wrote' : null;
}
