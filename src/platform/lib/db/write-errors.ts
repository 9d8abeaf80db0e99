import { isRefusedRow, sqlStateOf } from './refused-row.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const CONFLICT_STATES = /^(40001|40P01)$/;
const MAX_CONFLICTS = 3;

/** False when the operator can fix it. */
export function isPermanentError(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return false;
  return sqlStateOf(error) === null || isRefusedRow(error);
}

/** Up to three times. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICT_STATES.test(sqlStateOf(error) ?? '') || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}
