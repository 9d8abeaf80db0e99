/** Prevents a stack overflow in code that walks a body. */
export const MAX_DEPTH = 32;
/** More than any body needs, except lists of contact ids. */
export const MAX_VALUES = 2_000;

export interface ShapeLimits {
  /** Objects, lists and keys. */
  parts: number;
  /** Commas, and so items of lists. */
  items: number;
}

export type ShapeProblem = 'too_deep' | 'too_many_parts' | 'too_many_items';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Null for a body that is cheap to parse. JSON.parse needs microseconds for each object and each new key: a
 * megabyte of empty objects would block all requests for a second. This reads each byte once, and strings are skipped.
 */
export function findShapeProblem(json: Uint8Array, limits: ShapeLimits): ShapeProblem | null {
  let depth = 0;
  let parts = 0;
  let items = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at + 1);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        if (depth > MAX_DEPTH) return 'too_deep';
        parts += 1;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      case COLON:
        parts += 1;
        break;
      case COMMA:
        items += 1;
        break;
      default:
    }
    if (parts > limits.parts) return 'too_many_parts';
    if (items > limits.items) return 'too_many_items';
  }
  return null;
}

/** The index of the closing quote. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
