import { cutWithMark, storableJson } from '../../../platform/lib/text.ts';

/** UTF-16 units of JSON, more than real content has. */
const MAX_DETAIL = 32_768;
const MAX_DETAILS = 65_536;
/** Code points of names, titles, captions. A longer text is cut, so that its neighbours stay. */
const MAX_DETAIL_TEXT = 4_096;
/** Deeper values overflow the stack of a reader. */
const MAX_DEPTH = 32;

/** Omits each detail that is too long or too deep: the message counts. Null: no detail is left. */
export function detailsJson(details: object): string | null {
  const parts: string[] = [];
  let length = 0;
  for (const [key, value] of Object.entries(details)) {
    if (value === undefined || isTooDeep(value)) continue;
    const json = storableJson({ [key]: value }, shortened).slice(1, -1);
    if (json.length > MAX_DETAIL || length + json.length > MAX_DETAILS) continue;
    length += json.length;
    parts.push(json);
  }
  return parts.length > 0 ? `{${parts.join(',')}}` : null;
}

const shortened = (text: string) => cutWithMark(text, MAX_DETAIL_TEXT);

/** A recursion may overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
    if (level.length === 0) return false;
  }
  return true;
}
