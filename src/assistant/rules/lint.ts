import { MATCH_KINDS, type Pattern, type PreparedText, prepareText } from '../matching.ts';
import type { Pause } from '../pieces.ts';
import type { Definition } from './definition.ts';
import { RESERVED, type ReservedWords, reservedIn } from './reserved-words.ts';
import { compareCandidates, onlyLabels, type Rule } from './rule.ts';

export const WARNINGS = [
  ...(['shadowed', 'shadows'] as const),
  ...RESERVED,
  ...(['schedule_over', 'no_business_hours', 'flow_not_published'] as const),
] as const;

export interface Finding {
  code: (typeof WARNINGS)[number];
  /** The other rule. */
  other: Rule | null;
  patterns: readonly string[];
}

const MAX_FINDINGS = 20;
const MAX_SHOWN = 5;
/** Of patterns. A large rule set is compared in part. */
const MAX_COMPARED = 100_000;

/** A pattern as a message, prepared once. */
type MessageOf = (pattern: Pattern) => PreparedText;

/** Codes of rules that never answer. */
export const NEVER = ['no_business_hours', 'schedule_over'] as const;

/** What the rest of the account says about a rule. */
export interface Facts {
  isAlwaysOpen: boolean;
  isFlowMissing?: boolean;
  /** Its last day has passed. */
  isOver?: boolean;
  reserved?: ReservedWords;
}

/** Why a rule can never answer as things are. Null: it can. */
export function neverAnswers(
  { hours }: Pick<Definition, 'hours'>,
  { isAlwaysOpen, isOver = false }: Pick<Facts, 'isAlwaysOpen' | 'isOver'>,
): (typeof NEVER)[number] | null {
  if (isOver) return 'schedule_over';
  return hours === 'closed' && isAlwaysOpen ? 'no_business_hours' : null;
}

/** What a rule cannot do beside the others of its account. Only what is certain. */
export async function lint(
  rule: Rule,
  rules: readonly Rule[],
  { isAlwaysOpen, isFlowMissing = false, isOver = false, reserved }: Facts,
  pause: Pause,
): Promise<Finding[]> {
  const alone = (code: Finding['code'], applies: boolean) =>
    applies ? [{ code, other: null, patterns: [] }] : [];
  const texts = rule.compiled.flatMap(({ kind, text }) => (kind === 'regex' ? [] : [text]));
  const findings: Finding[] = [
    ...(reserved ? reservedIn(texts, reserved).map((found) => ({ ...found, other: null })) : []),
    ...alone('schedule_over', isOver),
    ...alone('no_business_hours', rule.definition.hours !== 'any' && isAlwaysOpen),
    ...alone('flow_not_published', isFlowMissing),
  ];
  const messageOf = openMessages();
  let compared = 0;
  for (const other of rules) {
    if (other === rule || !rule.enabled || !other.enabled) continue;
    compared += 2 * Math.max(1, rule.compiled.length) * Math.max(1, other.compiled.length);
    await pause();
    if (compared > MAX_COMPARED || findings.length >= MAX_FINDINGS) break;
    const [hidden, hiding] = [shadowedBy(other, rule, messageOf), shadowedBy(rule, other, messageOf)];
    if (hidden) findings.push({ code: 'shadowed', other, patterns: hidden });
    if (hiding) findings.push({ code: 'shadows', other, patterns: hiding });
  }
  return findings.slice(0, MAX_FINDINGS);
}

/** Patterns of the second rule to which the first one always answers before. Null: it leaves every text to both. */
function shadowedBy(first: Rule, second: Rule, messageOf: MessageOf): string[] | null {
  if (first.kind !== 'keyword' || second.kind !== 'keyword') return null;
  if (onlyLabels(first) || !isWider(first, second)) return null;
  const before = (one: Pattern | null, other: Pattern | null) =>
    compareCandidates({ rule: first, pattern: one }, { rule: second, pattern: other }) < 0;
  const ones = first.definition.match === 'any' ? [null] : first.compiled;
  if (second.definition.match === 'any') {
    return first.definition.match === 'any' && before(null, null) ? [] : null;
  }
  const hidden = second.compiled.filter((pattern) =>
    ones.some((one) => before(one, pattern) && (one === null || covers(one, pattern, messageOf))),
  );
  return hidden.length === 0 ? null : hidden.slice(0, MAX_SHOWN).map(({ text }) => text);
}

function openMessages(): MessageOf {
  const known = new Map<Pattern, PreparedText>();
  return (pattern) => {
    const message = known.get(pattern) ?? prepareText(pattern.text);
    known.set(pattern, message);
    return message;
  };
}

/** Whether the first rule answers wherever and whenever the second one does. */
function isWider(
  { definition: first, device_uuids: wide }: Rule,
  { definition: second, device_uuids }: Rule,
): boolean {
  const everywhere = wide === null || (device_uuids !== null && hasAll(wide, device_uuids));
  const always =
    (first.hours === 'any' || first.hours === second.hours) &&
    (first.schedule === null || JSON.stringify(first.schedule) === JSON.stringify(second.schedule));
  const forAll = !first.conditions || JSON.stringify(first.conditions) === JSON.stringify(second.conditions);
  const inFlows = first.interrupts_flows || !second.interrupts_flows;
  return everywhere && always && forAll && inFlows && first.cooldown_seconds === 0;
}

function hasAll(wide: readonly string[], uuids: readonly string[]): boolean {
  if (uuids.length > wide.length) return false;
  const known = new Set(wide);
  return uuids.every((uuid) => known.has(uuid));
}

/** Whether the first pattern matches each text that the second one matches. */
function covers(one: Pattern, other: Pattern, messageOf: MessageOf): boolean {
  if (one.kind === other.kind && one.text === other.text) return true;
  if (other.kind === 'regex' || other.kind === 'fuzzy') return false;
  const isWithinText = MATCH_KINDS.indexOf(other.kind) <= MATCH_KINDS.indexOf('contains');
  switch (one.kind) {
    case 'any':
      return true;
    case 'starts':
      return ['exact', 'starts'].includes(other.kind) && other.text.startsWith(one.text);
    case 'ends':
      return ['exact', 'ends'].includes(other.kind) && other.text.endsWith(one.text);
    case 'contains':
      // Blanks between words may be punctuation.
      return (
        isWithinText && other.text.includes(one.text) && (other.kind !== 'word' || !/\s/u.test(one.text))
      );
    case 'word':
    case 'fuzzy':
      return ['exact', 'word'].includes(other.kind) && one.test(messageOf(other));
    case 'exact':
      return other.kind === 'exact' && one.test(messageOf(other));
    case 'regex':
      return false;
    default:
      return one.kind satisfies never;
  }
}
