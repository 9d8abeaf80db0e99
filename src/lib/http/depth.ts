/** Prevents a stack overflow in code that walks a body. */
export const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Brackets in strings do not count. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}
