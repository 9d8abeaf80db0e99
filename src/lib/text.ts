import { z } from 'zod';

/** PostgreSQL stores no NUL, and UTF-8 knows no lone surrogate: both are refused in every string that comes in. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The nearest storable text, for what comes from elsewhere and cannot be refused: what is not storable becomes U+FFFD. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** JSON that PostgreSQL takes, whatever strings and keys are in it. */
export function storableJson(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return toStorable(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [toStorable(key), each]));
  });
}

/** Length as the contract counts it: Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a `uuid` column takes; anything else would be an error of the database. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The base of every string field of the API. */
export const apiString = () => z.string().refine(isStorable, 'must not contain NUL or unpaired surrogates');

/** For `refine`: at most so many characters, counted as the contract does. */
export function atMost(max: number) {
  // Code points are never more than units, and a text that passes by its units needs no counting.
  const fits = (text: string) => text.length <= max || codePoints(text) <= max;
  return [fits, `must have at most ${max} characters`] as const;
}

/** A string that says something: not empty, not only white space. */
export const requiredString = (max = 255) =>
  apiString()
    .refine((text) => text.trim() !== '', 'is required')
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max, pattern: '\\S' });
