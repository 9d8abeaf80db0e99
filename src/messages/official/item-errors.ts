import { isDatabaseAway } from '../../lib/db/db.ts';

/** SQLSTATEs that blame the row: 22 data, 23 constraints, 54 limits, P0 raised by a function of the schema. */
const ROW_STATES = /^(22|23|54|P0)/;
/** SQLSTATEs of a statement that lost a conflict, for example with a repetition of its callback on another process. */
const CONFLICT_STATES = /^(40001|40P01)$/;
const MAX_CONFLICTS = 3;

/**
 * Whether the database will never accept the row. A missing right, an outdated schema or a timeout passes once the
 * operator has fixed it.
 */
export function isPermanentError(error: unknown): boolean {
  if (isDatabaseAway(error)) return false;
  const state = sqlStateOf(error);
  return state === null || ROW_STATES.test(state);
}

/** Repeats `work`, which is one transaction, up to three times after a conflict. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICT_STATES.test(sqlStateOf(error) ?? '') || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}

/** Errors of the database have a severity. Null for any other error. */
function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
}
