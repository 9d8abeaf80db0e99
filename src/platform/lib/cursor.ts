import { z } from 'zod';

/** Where a list in the order of time and id continues. */
export interface Cursor {
  at: Date;
  id: number;
}

/** Time in milliseconds and id, so short that every match is a cursor. */
const CURSOR = /^([0-9a-z]{1,9})-([0-9a-z]{1,10})$/;
const EXAMPLE = 'mi8q3b2c-4ks';

export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime().toString(36)}-${id.toString(36)}`;
}

export const cursor = z
  .string()
  .meta({ pattern: CURSOR.source, examples: [EXAMPLE] })
  .transform((text, issues): Cursor => {
    const [, at, id] = CURSOR.exec(text) ?? [];
    if (at !== undefined && id !== undefined) return { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) };
    issues.addIssue({ code: 'custom', message: 'must be the next_cursor of an earlier answer' });
    return z.NEVER;
  });

export const nextCursor = z
  .string()
  .nullable()
  .meta({ pattern: CURSOR.source, examples: [EXAMPLE] });

interface Period {
  since?: Date | undefined;
  until?: Date | null | undefined;
}

/** For `refine`: a period does not end before it starts. */
export const inOrder: [check: (period: Period) => boolean, complaint: { path: string[]; error: string }] = [
  ({ since, until }) => !since || !until || since <= until,
  { path: ['until'], error: 'must not be before since' },
];
