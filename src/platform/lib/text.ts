import { z } from 'zod';

/** In UTF-16 units. At three bytes each, an id fits an index entry. */
export const MAX_ID = 512;

/** PostgreSQL stores no NUL, UTF-8 no lone surrogates. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

export function storableJson(value: object, storable = toStorable): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return storable(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [toStorable(key), each]));
  });
}

/** In UTF-16 units, without half a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const short = text.slice(0, max);
  return short.isWellFormed() ? short : short.slice(0, -1).toWellFormed();
}

const CUT_MARK = ' […]';

/** Storable, in code points, with a visible mark at the cut. */
export function cutWithMark(text: string, max: number): string {
  if (!isLonger(text, max)) return toStorable(text);
  let end = 0;
  for (let kept = CUT_MARK.length; kept < max; kept += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return toStorable(text.slice(0, end)) + CUT_MARK;
}

/** The contract counts code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A part of a regular expression, in small letters. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i');

export function isUuid(text: string): boolean {
  return WHOLE_UUID.test(text);
}

/** For every string field of the API. */
export const apiString = () => z.string().refine(isStorable, 'must not contain NUL or unpaired surrogates');

/** In code points, of which a text has at most one and at least a half per UTF-16 unit. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || codePoints(text) > max;
}

export function atMost(max: number) {
  return [(text: string) => !isLonger(text, max), `must have at most ${max} characters`] as const;
}

export const requiredString = (max = 255) =>
  apiString()
    .refine((text) => text.trim() !== '', 'is required')
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max, pattern: '\\S' });
