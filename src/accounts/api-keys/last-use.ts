import type { Context } from '../../context.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import * as store from './store.ts';

const FLUSH_MS = SECOND;
/** A key in constant use is written this often by each process. */
const WRITE_EVERY_MS = MINUTE;
const MAX_PER_STATEMENT = 500;
const NEVER = Number.NEGATIVE_INFINITY;

interface Use {
  /** Milliseconds, as `Date` counts. */
  at: number;
  address: string;
  isStored: boolean;
  storedAt: number;
}
type Entry = [keyId: string, use: Use];

/** Keeps the last use of each key in memory, so that no call costs a statement. */
export interface LastUses {
  note(keyId: string, address: string, at: Date): void;
  /** Writes what is due, at most one statement. Rejects when it fails; the next flush repeats it. */
  flush(): Promise<void>;
  /** Stores the rest. What cannot be written is logged and lost. */
  close(): Promise<void>;
}

export function createLastUses(ctx: Pick<Context, 'db' | 'now' | 'log'>): LastUses {
  /** In the order of the last write, so that every key gets its turn. */
  const uses = new Map<string, Use>();
  let running: Promise<void> | null = null;

  async function write(due: readonly Entry[]): Promise<void> {
    if (due.length === 0) return;
    const rows = due.map(([id, { at, address }]) => ({ id, at: new Date(at), address }));
    const storedAt = ctx.now().getTime();
    for (const [id, use] of due) {
      Object.assign(use, { isStored: true, storedAt });
      uses.delete(id);
      uses.set(id, use);
    }
    try {
      await store.writeLastUses(ctx.db, rows);
    } catch (error) {
      for (const [, use] of due) Object.assign(use, { isStored: false, storedAt: NEVER });
      throw error;
    }
  }

  function flush(): Promise<void> {
    running ??= write(takeDue(uses, ctx.now().getTime())).finally(() => {
      running = null;
    });
    return running;
  }

  async function writeRest(): Promise<void> {
    // The caller of the flush learns of its failure.
    await running?.catch(() => {});
    const rest = [...uses].filter(([, use]) => !use.isStored);
    for (let from = 0; from < rest.length; from += MAX_PER_STATEMENT)
      await write(rest.slice(from, from + MAX_PER_STATEMENT));
  }

  const warn = (error: unknown) => ctx.log.warn({ err: error }, 'auth.last_use_failed');
  const timer = setInterval(() => flush().catch(warn), FLUSH_MS);

  return {
    note(keyId, address, at) {
      const use = uses.get(keyId);
      if (!use) uses.set(keyId, { at: at.getTime(), address, isStored: false, storedAt: NEVER });
      else {
        use.at = at.getTime();
        use.address = address;
        use.isStored = false;
      }
    },
    flush,
    async close() {
      clearInterval(timer);
      await writeRest().catch(warn);
    },
  };
}

/** What one statement writes. Forgets keys that are stored and idle. */
function takeDue(uses: Map<string, Use>, now: number): Entry[] {
  const due: Entry[] = [];
  for (const [id, use] of uses) {
    const age = now - use.storedAt;
    // After the clock was set back, the age says nothing.
    if (age >= 0 && age < WRITE_EVERY_MS) continue;
    if (use.isStored) uses.delete(id);
    else due.push([id, use]);
    if (due.length === MAX_PER_STATEMENT) break;
  }
  return due;
}
