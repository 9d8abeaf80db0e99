import { isDatabaseAway } from '../../lib/db/db.ts';

/** 22 data, 23 constraints, 54 limits, P0 functions of the schema. */
const ROW_STATES = /^(22|23|54|P0)/;
/** For example with a repetition of the callback on another process. */
const CONFLICT_STATES = /^(40001|40P01)$/;
const MAX_CONFLICTS = 3;

/** False for errors that the operator can fix, such as an outdated schema. */
export function isPermanentError(error: unknown): boolean {
  if (isDatabaseAway(error)) return false;
  const state = sqlStateOf(error);
  return state === null || ROW_STATES.test(state);
}

/** Repeats one transaction up to three times. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICT_STATES.test(sqlStateOf(error) ?? '') || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}

/** Only errors of the database have a severity. */
function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
}
