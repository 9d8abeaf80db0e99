import { listen, MATCH_KINDS, type Pattern } from '../matching.ts';
import { compareCandidates, type Rule } from './judge.ts';

export const WARNINGS = ['shadowed', 'shadows', 'no_business_hours'] as const;

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

/** What a rule cannot do beside the others of its account. Only what is certain. */
export function lint(
  rule: Rule,
  rules: readonly Rule[],
  { isAlwaysOpen }: { isAlwaysOpen: boolean },
): Finding[] {
  const needsHours = rule.definition.hours !== 'any' && isAlwaysOpen;
  const findings: Finding[] = needsHours ? [{ code: 'no_business_hours', other: null, patterns: [] }] : [];
  let compared = 0;
  for (const other of rules) {
    if (other.id === rule.id || !rule.enabled || !other.enabled) continue;
    compared += 2 * Math.max(1, rule.compiled.length) * Math.max(1, other.compiled.length);
    if (compared > MAX_COMPARED || findings.length >= MAX_FINDINGS) break;
    const [hidden, hiding] = [shadowedBy(other, rule), shadowedBy(rule, other)];
    if (hidden) findings.push({ code: 'shadowed', other, patterns: hidden });
    if (hiding) findings.push({ code: 'shadows', other, patterns: hiding });
  }
  return findings.slice(0, MAX_FINDINGS);
}

/** Patterns of the second rule to which the first one always answers before. Null: it leaves every text to both. */
function shadowedBy(first: Rule, second: Rule): string[] | null {
  if (first.kind !== 'keyword' || second.kind !== 'keyword' || !isWider(first, second)) return null;
  const before = (one: Pattern | null, other: Pattern | null) =>
    compareCandidates({ rule: first, pattern: one }, { rule: second, pattern: other }) < 0;
  const ones = first.definition.match === 'any' ? [null] : first.compiled;
  if (second.definition.match === 'any') {
    return first.definition.match === 'any' && before(null, null) ? [] : null;
  }
  const hidden = second.compiled.filter((pattern) =>
    ones.some((one) => before(one, pattern) && (one === null || covers(one, pattern))),
  );
  return hidden.length === 0 ? null : hidden.slice(0, MAX_SHOWN).map(({ text }) => text);
}

/** Whether the first rule answers wherever and whenever the second one does. */
function isWider(
  { definition: first, device_uuids: wide }: Rule,
  { definition: second, device_uuids }: Rule,
): boolean {
  const everywhere = wide === null || (device_uuids?.every((uuid) => wide.includes(uuid)) ?? false);
  const always =
    (first.hours === 'any' || first.hours === second.hours) &&
    (first.schedule === null || JSON.stringify(first.schedule) === JSON.stringify(second.schedule));
  const inFlows = first.interrupts_flows || !second.interrupts_flows;
  return everywhere && always && inFlows && first.cooldown_seconds === 0;
}

/** Whether the first pattern matches each text that the second one matches. */
function covers(one: Pattern, other: Pattern): boolean {
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
      return ['exact', 'word'].includes(other.kind) && one.test(listen(other.text));
    case 'exact':
    case 'regex':
      return other.kind === 'exact' && one.test(listen(other.text));
    default:
      return one.kind satisfies never;
  }
}
