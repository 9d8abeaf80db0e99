import { normalise } from '../../matching.ts';
import type { OPERATORS } from '../definition/logic-nodes.ts';
import { numberIn } from './numbers.ts';

/** A regular expression is compared by the turn. */
type Operator = Exclude<(typeof OPERATORS)[number], 'matches' | 'not_matches'>;

/** Texts are compared without case, width and outer blanks; numbers when both sides are numbers. */
export function holds(left: string, operator: Operator, right: string): boolean {
  switch (operator) {
    case 'equals':
      return isEqual(left, right);
    case 'not_equals':
      return !isEqual(left, right);
    case 'contains':
      return normalise(left).includes(normalise(right));
    case 'not_contains':
      return !normalise(left).includes(normalise(right));
    case 'starts_with':
      return normalise(left).startsWith(normalise(right));
    case 'ends_with':
      return normalise(left).endsWith(normalise(right));
    case 'is_set':
      return left.trim() !== '';
    case 'is_empty':
      return left.trim() === '';
    default:
      return compare(left, operator, right);
  }
}

export function isEqual(left: string, right: string): boolean {
  const [a, b] = [numberIn(left), numberIn(right)];
  return a !== null && b !== null ? a === b : normalise(left) === normalise(right);
}

type Comparison = 'greater' | 'greater_or_equal' | 'less' | 'less_or_equal';

/** Dates as this product writes them have the order of their texts. */
function compare(left: string, operator: Comparison, right: string): boolean {
  const [a, b] = [numberIn(left), numberIn(right)];
  const order = a !== null && b !== null ? a - b : orderOf(left.trim(), right.trim());
  if (order === null) return false;
  switch (operator) {
    case 'greater':
      return order > 0;
    case 'greater_or_equal':
      return order >= 0;
    case 'less':
      return order < 0;
    case 'less_or_equal':
      return order <= 0;
    default:
      return operator satisfies never;
  }
}

const DATE_OR_TIME = /^(\d{4}-\d{2}-\d{2}|\d{2}:\d{2})$/;

/** Null: such texts have no order. */
function orderOf(left: string, right: string): number | null {
  if (!DATE_OR_TIME.test(left) || !DATE_OR_TIME.test(right) || left.length !== right.length) return null;
  return left < right ? -1 : Number(left > right);
}
