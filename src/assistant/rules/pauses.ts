import type { Context } from '../../context.ts';
import { inChunks } from '../../platform/lib/in-chunks.ts';
import { deleteEndedPauses as deleteEnded } from './pause-store.ts';

/** Of cool-downs that have ended. Returns the number of deleted rows. */
export function deleteEndedPauses({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  return inChunks((limit) => deleteEnded(db, { now: at, limit }));
}
