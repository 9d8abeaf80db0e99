import { type ContextParts, openContextDatabase } from '../../../context.ts';
import { SYSTEM } from '../../../platform/lib/actor.ts';
import { SECOND, systemClock } from '../../../platform/lib/clock.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import { findSetting } from '../../setting-store.ts';

const NOTE_MS = 10 * SECOND;

/** For the connections of a process: each waits until the database that it reached is noted. */
export function originNoter(parts: ContextParts): (origin: string) => Promise<void> {
  const noted = new Map<string, Promise<void>>();
  return (origin) => {
    const noting = noted.get(origin) ?? noteApart(parts, origin);
    noted.set(origin, noting);
    return noting.catch((error) => {
      noted.delete(origin);
      throw error;
    });
  };
}

/** Waiting connections can fill the pool, so this one is not of it. Its first attempts can reach a lost server. */
async function noteApart(parts: ContextParts, origin: string): Promise<void> {
  const { db, close } = openContextDatabase({ ...parts, name: 'kurir origin' }, 1);
  try {
    await untilDatabaseAnswers(AbortSignal.timeout(NOTE_MS), async () => {
      if ((await findSetting(db, 'origin'))?.toString() === origin) return;
      const { noteOrigin } = await import('./origin.ts');
      await noteOrigin({ db, now: parts.now ?? systemClock.now, actor: SYSTEM, log: parts.log }, origin);
    });
  } finally {
    await close();
  }
}
