import pg from 'pg';
import { isDatabaseAway } from '../../lib/db/db.ts';

/** SQLSTATEs of a statement that is refused for what it holds: 22 data, 23 constraints, 54 limits, P0 what a function of ours raises. */
const ABOUT_THE_ITEM = /^(22|23|54|P0)/;

/**
 * Whether what could not be stored will not be stored the next time either. Anything else (a right that is missing, a schema of another version, a
 * statement that took too long) is no fault of the item and passes once somebody mends it.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (isDatabaseAway(error)) return false;
  return !(error instanceof pg.DatabaseError) || ABOUT_THE_ITEM.test(error.code ?? '');
}
