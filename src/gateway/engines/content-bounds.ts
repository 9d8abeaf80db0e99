import { cut } from '../../platform/lib/text.ts';

export const MAX_NAME = 200;
export const MAX_LINE = 1_000;
const MAX_ITEMS = 50;
/** Of lists in an item. */
const MAX_EACH = 10;
/** UTF-16 units of JSON, to fit a message's details. */
export const MAX_LIST = 24_000;

/** Null without a text. Some ids are JSON numbers. */
export function textIn(value: unknown, max = MAX_LINE): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' && cut(text.trim(), max)) || null;
}

export const listOf = <Item>(items: Iterable<Item>): Item[] => readList(items, (item) => item);

/** The first items that fit. */
export function readList<Item, Kept>(items: Iterable<Item>, read: (item: Item) => Kept): Kept[] {
  const kept: Kept[] = [];
  let length = 0;
  for (const item of items) {
    if (kept.length >= MAX_ITEMS) break;
    const one = read(item);
    length += JSON.stringify(one).length;
    if (length > MAX_LIST) break;
    kept.push(one);
  }
  return kept;
}

/** JSON is too flat to overflow the stack. */
export function shortened(value: Record<string, unknown>, max: number): Record<string, unknown> {
  const parts = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(parts.map(([name, part]) => [cut(name, MAX_NAME), shortPart(part, max)]));
}

function shortPart(part: unknown, max: number): unknown {
  if (typeof part === 'string') return cut(part, max);
  if (Array.isArray(part)) return part.slice(0, MAX_EACH).map((each) => shortPart(each, max));
  return isFields(part) ? shortened(part, max) : part;
}

/** Null: no JSON object. */
export function jsonObject(text: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** ISO 8601; null: impossible time. */
export function isoOfSeconds(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  return seconds > 0 && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
