import { isDatabaseAway } from '../../lib/db/db.ts';

/** SQLSTATEs of a statement that is refused for what it holds: 22 data, 23 constraints, 54 limits, P0 what a function of ours raises. */
const ABOUT_THE_ITEM = /^(22|23|54|P0)/;

/**
 * Whether what could not be stored will not be stored the next time either. Anything else (a right that is missing, a schema of another version, a
 * statement that took too long) is no fault of the item and passes once somebody mends it.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (isDatabaseAway(error)) return false;
  const state = sqlStateOf(error);
  return state === null || ABOUT_THE_ITEM.test(state);
}

/** SQLSTATEs of a statement that lost to another one, as when two processes store one callback, or its repetition, in another order. */
const LOST = /^(40001|40P01)$/;
const MAX_LOSSES = 3;

/** Does work in a transaction of its own again when it has lost to another one, three times at most; the provider need not come again for that. */
export async function againWhenLost<T>(work: () => Promise<T>): Promise<T> {
  for (let losses = 0; ; losses += 1) {
    try {
      return await work();
    } catch (error) {
      if (!LOST.test(sqlStateOf(error) ?? '') || losses === MAX_LOSSES) throw error;
    }
  }
}

/** Of what the database says, which comes with a severity; null for any other error. */
function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
}
