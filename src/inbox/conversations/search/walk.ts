import { RANGES, rangeSize } from './lexemes.ts';

export interface Hit {
  message_id: number;
  conversation_id: number;
}

export interface WalkParts {
  /** No message of the account is below this id. */
  floor: number;
  /** In no order, at most `limit`. */
  find(range: { level: number; range: number; before: number; limit: number }): Promise<Hit[]>;
  /** Newest first. False: enough. */
  take(hits: readonly Hit[]): Promise<boolean>;
}

/** Larger ranges are read in parts, newest first. */
const MAX_HITS = 400;
/** Of one page; the next one continues. */
const MAX_STEPS = 400;
const MAX_READ = 16_000;

/**
 * Newest first, in ranges that grow while hits are few. Returns where the next page begins, or
 * null.
 */
export async function walkBack(before: number, { floor, find, take }: WalkParts): Promise<number | null> {
  let position = before;
  let level = 0;
  /** Smaller parts of a full range, down to its first message. */
  let divided = { level: RANGES, until: floor };
  let read = 0;
  for (let step = 0; position > floor; step += 1) {
    if (step === MAX_STEPS || read >= MAX_READ) return position;
    const range = Math.floor((position - 1) / rangeSize(level));
    const limit = level === 0 ? rangeSize(0) : MAX_HITS;
    const hits = await find({ level, range, before: position, limit });
    read += hits.length;
    if (hits.length === limit && level > 0) {
      divided = { level, until: range * rangeSize(level) };
      level -= 1;
      continue;
    }
    position = range * rangeSize(level);
    if (hits.length > 0 && !(await take(hits.toSorted((a, b) => b.message_id - a.message_id))))
      return position;
    if (position <= divided.until) divided = { level: RANGES, until: floor };
    level = Math.min(level + 1, divided.level - 1);
  }
  return null;
}
