import { type Clock, MINUTE, SECOND } from './clock.ts';
import type { Log } from './log.ts';

const FLUSH_MS = SECOND;
/** What is in constant use is written this often by each process. */
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
type Entry<Id> = [id: Id, use: Use];

/** Keeps the last use of each key or session in memory, so that no call costs a statement. */
export interface LastUses<Id> {
  note(id: Id, address: string, at: Date): void;
  /** Writes what is due, at most one statement. Rejects when it fails; the next flush repeats it. */
  flush(): Promise<void>;
  /** Stores the rest. What cannot be written is logged and lost. */
  close(): Promise<void>;
}

/** `store` writes rows of different ids. */
export function createLastUses<Id>(
  ctx: Clock & { log: Log },
  store: (uses: readonly { id: Id; at: Date; address: string }[]) => Promise<void>,
): LastUses<Id> {
  /** In the order of the last write, so that every key gets its turn. */
  const uses = new Map<Id, Use>();
  let running: Promise<void> | null = null;

  async function write(due: readonly Entry<Id>[]): Promise<void> {
    if (due.length === 0) return;
    const rows = due.map(([id, { at, address }]) => ({ id, at: new Date(at), address }));
    const storedAt = ctx.now().getTime();
    for (const [id, use] of due) {
      Object.assign(use, { isStored: true, storedAt });
      uses.delete(id);
      uses.set(id, use);
    }
    try {
      await store(rows);
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
    note(id, address, at) {
      const use = uses.get(id);
      if (!use) uses.set(id, { at: at.getTime(), address, isStored: false, storedAt: NEVER });
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

/** What one statement writes. Forgets what is stored and idle. */
function takeDue<Id>(uses: Map<Id, Use>, now: number): Entry<Id>[] {
  const due: Entry<Id>[] = [];
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
