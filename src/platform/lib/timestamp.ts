import { z } from 'zod';

const WRITTEN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:(?:Z)|([+-]\d\d):?(\d\d)?)?$/i;
const exact = z.iso.datetime({ offset: true });

/** ISO 8601, UTC by default; null for other text. */
export function readTime(text: string): Date | null {
  const [, day, minute, second = ':00', hours = '+00', minutes = '00'] = WRITTEN.exec(text) ?? [];
  const written = exact.safeParse(`${day}T${minute}${second}${hours}:${minutes}`);
  if (!written.success) return null;
  const at = new Date(written.data);
  // Not every reader parses other years.
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999 ? at : null;
}

export const apiTime = (example = '2025-11-21T08:15:30.000Z') =>
  z
    .string()
    .meta({ format: 'date-time', examples: [example] })
    .transform((text, issues) => {
      const at = readTime(text);
      if (at !== null) return at;
      issues.addIssue({ code: 'custom', message: 'must be an ISO 8601 timestamp' });
      return z.NEVER;
    });

const FIRST_DATE = '2000-01-01';
const LAST_DATE = '2099-12-31';
const DATE = /^\d{4}-\d\d-\d\d$/;

export const apiDate = (example = '2026-12-25') =>
  z
    .string()
    .refine(isDate, `must be a date from ${FIRST_DATE} to ${LAST_DATE}`)
    .meta({ format: 'date', examples: [example] });

function isDate(text: string): boolean {
  if (!DATE.test(text) || text < FIRST_DATE || text > LAST_DATE) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

interface Period {
  since?: Date | undefined;
  until?: Date | null | undefined;
}

export const inOrder: [check: (period: Period) => boolean, complaint: { path: string[]; error: string }] = [
  ({ since, until }) => !since || !until || since <= until,
  { path: ['until'], error: 'must not be before since' },
];
