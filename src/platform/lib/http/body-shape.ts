/** Prevents stack overflows. */
export const MAX_DEPTH = 32;
/** Only lists of contact ids need more. */
export const MAX_VALUES = 2_000;

export interface ShapeLimits {
  /** Objects, lists and keys. */
  parts: number;
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

/** Null: cheap to parse. A megabyte of empty objects would block JSON.parse for a second; this reads each byte once. */
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

function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
