import type { Rule } from './rule.ts';

/** As docs/auto-replies.md: the kind of match decides between equal priorities. */
const MATCHES = ['exact', 'starts', 'ends', 'word', 'contains', 'fuzzy', 'regex', 'any'];
/** New rules have this priority, so that they come after the moved ones. */
export const DEFAULT_PRIORITY = 100;

type Ordered = Pick<Rule, 'id' | 'priority' | 'device_uuids' | 'match' | 'patterns' | 'created_at'>;

const isForAll = ({ device_uuids }: Ordered) => device_uuids === null;
const longest = ({ patterns }: Ordered) => Math.max(0, ...patterns.map(({ length }) => length));

/** Rules of one kind in the order in which they are asked. */
export function inOrder<Each extends Ordered>(rules: readonly Each[]): Each[] {
  return rules.toSorted(
    (one, other) =>
      Number(isForAll(one)) - Number(isForAll(other)) ||
      one.priority - other.priority ||
      MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match) ||
      longest(other) - longest(one) ||
      one.created_at.localeCompare(other.created_at),
  );
}

/**
 * The priorities that put a rule one place earlier (-1) or later (1). Rules for certain devices stay before the
 * others, so nothing changes at that border.
 */
export function moved(
  ordered: readonly Ordered[],
  id: string,
  step: -1 | 1,
): { id: string; priority: number }[] {
  const rule = ordered.find((each) => each.id === id);
  if (!rule) return [];
  const group = ordered.filter((each) => isForAll(each) === isForAll(rule));
  const from = group.indexOf(rule);
  const neighbour = group[from + step];
  if (!neighbour) return [];
  const next = group.with(from + step, rule).with(from, neighbour);
  const room = DEFAULT_PRIORITY / (next.length + 1);
  return next
    .map((each, n) => ({
      id: each.id,
      priority: room >= 1 ? Math.round((n + 1) * room) : n + 1,
      was: each.priority,
    }))
    .filter(({ priority, was }) => priority !== was)
    .map(({ id: changed, priority }) => ({ id: changed, priority }));
}
