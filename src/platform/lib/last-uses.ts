import { type Clock, MINUTE, SECOND } from './clock.ts';
import type { Log } from './log.ts';

const FLUSH_MS = SECOND;
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

/** Last uses in memory, so that no call costs a statement. */
export interface LastUses<Id> {
  note(id: Id, address: string, at: Date): void;
  /** Writes what is due. A failed flush rejects; the next repeats it. */
  flush(): Promise<void>;
  /** Stores the rest, or logs the loss. */
  close(): Promise<void>;
}

/** `store` writes rows of different ids. */
export function createLastUses<Id>(
  ctx: Clock & { log: Log },
  store: (uses: readonly { id: Id; at: Date; address: string }[]) => Promise<void>,
): LastUses<Id> {
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

function takeDue<Id>(uses: Map<Id, Use>, now: number): Entry<Id>[] {
  const due: Entry<Id>[] = [];
  for (const [id, use] of uses) {
    const age = now - use.storedAt;
    // The clock was set back.
    if (age >= 0 && age < WRITE_EVERY_MS) continue;
    if (use.isStored) uses.delete(id);
    else due.push([id, use]);
    if (due.length === MAX_PER_STATEMENT) break;
  }
  return due;
}
