import { type ContextParts, openContextDatabase } from '../../../context.ts';
import { SYSTEM } from '../../../platform/lib/actor.ts';
import { systemClock } from '../../../platform/lib/clock.ts';
import { listServers } from '../../../platform/lib/db/database-url.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { findSetting } from '../../setting-store.ts';

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

/** Waiting connections can fill the pool, so this one is not of it. */
async function noteApart(parts: ContextParts, origin: string): Promise<void> {
  const { db, close } = openContextDatabase({ ...parts, name: 'kurir origin' }, 1);
  const note = async () => {
    if ((await findSetting(db, 'origin'))?.toString() === origin) return;
    const { noteOrigin } = await import('./origin.ts');
    await noteOrigin({ db, now: parts.now ?? systemClock.now, actor: SYSTEM, log: parts.log }, origin);
  };
  // Each attempt reaches the next server: the first ones can be lost.
  const attempt = async (left: number): Promise<void> => {
    try {
      await note();
    } catch (error) {
      if (left <= 1 || !isDatabaseUnavailable(error)) throw error;
      await attempt(left - 1);
    }
  };
  try {
    await attempt(listServers(parts.databaseUrl).length);
  } finally {
    await close();
  }
}
