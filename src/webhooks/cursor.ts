import { z } from 'zod';

/** A place in a list that is ordered by time and id. */
export interface Place {
  at: Date;
  id: number;
}

/** Time in milliseconds and id, both small enough for any text of this form to be a place. */
const CURSOR = /^([0-9a-z]{1,9})-([0-9a-z]{1,10})$/;
const EXAMPLE = 'mi8q3b2c-4ks';

export function cursorOf({ at, id }: Place): string {
  return `${at.getTime().toString(36)}-${id.toString(36)}`;
}

/** A field that takes what `nextCursor` answered. */
export const cursor = z
  .string()
  .meta({ pattern: CURSOR.source, examples: [EXAMPLE] })
  .transform((text, issues): Place => {
    const [, at, id] = CURSOR.exec(text) ?? [];
    if (at !== undefined && id !== undefined) return { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) };
    issues.addIssue({ code: 'custom', message: 'must be the next_cursor of an earlier answer' });
    return z.NEVER;
  });

/** The field of an answer that says where the next one goes on; null when there is no more. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ pattern: CURSOR.source, examples: [EXAMPLE] });

interface Period {
  since?: Date | undefined;
  until?: Date | null | undefined;
}

/** For `refine`: a period does not end before it begins. */
export const inOrder: [check: (period: Period) => boolean, complaint: { path: string[]; error: string }] = [
  ({ since, until }) => !since || !until || since <= until,
  { path: ['until'], error: 'must not be before since' },
];
