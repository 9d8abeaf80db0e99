import type { Context } from '../../context.ts';
import { deleteEndedPauses as deleteEnded } from './pause-store.ts';

/** One delete at a time. */
const CHUNK = 1_000;

/** Of cool-downs that have ended. Returns the number of deleted rows. */
export async function deleteEndedPauses({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  for (let total = 0; ; ) {
    const deleted = await deleteEnded(db, at, CHUNK);
    total += deleted;
    if (deleted < CHUNK) return total;
  }
}
