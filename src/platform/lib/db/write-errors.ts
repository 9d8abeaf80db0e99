import { isRefusedRow, sqlStateOf } from './refused-row.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** For example with a repetition of the message on another process. */
const CONFLICT_STATES = /^(40001|40P01)$/;
const MAX_CONFLICTS = 3;

/** False for errors that the operator can fix, such as an outdated schema. */
export function isPermanentError(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return false;
  return sqlStateOf(error) === null || isRefusedRow(error);
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
