import { asProblem, type Problem } from '../../../api/problem.ts';
import type { NewContact } from './plan.ts';

/** Contacts of one call. Smaller than what the gateway takes, so that the progress moves. */
const BATCH = 100;

export interface Upload {
  done: number;
  created: number;
  updated: number;
  refused: readonly { line: number; text: string }[];
}

export const NOTHING: Upload = { done: 0, created: 0, updated: 0, refused: [] };

/** Stores the contacts of one batch, or throws a Problem. */
export type Send = (contacts: readonly NewContact[]) => Promise<{ created: number; updated: number }>;

/**
 * Sends the contacts from `start.done` on, one batch after the other. A contact that the gateway refuses is noted, and
 * the others of its batch are sent again without it. Stops before the next batch when `signal` aborts. Throws a Problem
 * that concerns all: what `onProgress` got last is where to continue.
 */
export async function upload(
  contacts: readonly NewContact[],
  start: Upload,
  { signal, onProgress, send }: { signal: AbortSignal; onProgress: (now: Upload) => void; send: Send },
): Promise<Upload> {
  let now = start;
  while (now.done < contacts.length && !signal.aborted) {
    const batch = contacts.slice(now.done, now.done + BATCH);
    const { created, updated, refused } = await sendAll(batch, send);
    now = {
      done: now.done + batch.length,
      created: now.created + created,
      updated: now.updated + updated,
      refused: [...now.refused, ...refused],
    };
    onProgress(now);
  }
  return now;
}

async function sendAll(batch: readonly NewContact[], send: Send): Promise<Omit<Upload, 'done'>> {
  const refused: { line: number; text: string }[] = [];
  let rest = [...batch];
  while (rest.length > 0) {
    try {
      return { ...(await send(rest)), refused };
    } catch (error) {
      const problem = asProblem(error);
      const texts = refusalsOf(problem);
      if (texts.size === 0) throw problem;
      refused.push(
        ...rest.flatMap(({ line }, n) => (texts.has(n) ? [{ line, text: texts.get(n) ?? '' }] : [])),
      );
      rest = rest.filter((_, n) => !texts.has(n));
    }
  }
  return { created: 0, updated: 0, refused };
}

/** What is wrong with each contact of a batch, by its place. */
function refusalsOf({ fields }: Problem): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [path, [text = '']] of Object.entries(fields)) {
    const [, place, field] = /^contacts\.(\d+)\.?(.*)$/.exec(path) ?? [];
    if (place !== undefined) texts.set(Number(place), `${field}: ${text}`);
  }
  return texts;
}
