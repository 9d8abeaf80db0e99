import { createBatcher } from './batcher.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { smallCache } from './small-cache.ts';

/** Changes apply within a second, without a notification that could be lost. */
const MAX_AGE_MS = 900;
const REFRESH_AGE_MS = 450;
const MAX_KNOWN = 20_000;
/** Separate: invented ids cannot evict real ones. */
const MAX_UNKNOWN = 10_000;
const MAX_PER_STATEMENT = 500;

interface Entry<Row> {
  row: Row | null;
  /** The time before its statement, so that no row looks fresher than it is. */
  readAt: number;
}

/** API keys and log-in sessions. */
export interface FreshCache<Row> {
  /** Null: no such row. */
  find(id: string): Row | null | Promise<Row | null>;
}

/** `load` returns existing rows. Lookups of a batch share a call. */
export function createFreshCache<Row extends { readonly id: string }>(
  ctx: Clock & { log: Log },
  load: (ids: readonly string[]) => Promise<Row[]>,
): FreshCache<Row> {
  const known = smallCache<string, Entry<Row>>(MAX_KNOWN);
  const unknown = smallCache<string, Entry<Row>>(MAX_UNKNOWN);
  const loading = new Map<string, Promise<Entry<Row>>>();
  const now = () => ctx.now().getTime();

  const batcher = createBatcher<string, Entry<Row>>(
    async (ids) => {
      const readAt = now();
      const found = new Map((await load(ids)).map((row) => [row.id, row]));
      return ids.map((id) => remember(id, { row: found.get(id) ?? null, readAt }));
    },
    { maxItems: MAX_PER_STATEMENT, parallel: 2 },
  );

  function remember(id: string, entry: Entry<Row>): Entry<Row> {
    const [here, there] = entry.row ? [known, unknown] : [unknown, known];
    here.set(id, entry);
    there.delete(id);
    return entry;
  }

  function read(id: string): Promise<Entry<Row>> {
    const running = loading.get(id);
    if (running) return running;
    const started = batcher.add(id).finally(() => loading.delete(id));
    loading.set(id, started);
    return started;
  }

  async function findStored(id: string, askedAt: number): Promise<Row | null> {
    const running = loading.get(id);
    if (running) {
      const { row, readAt } = await running;
      if (isFresh(readAt, askedAt)) return row;
    }
    return (await read(id)).row;
  }

  return {
    find(id) {
      const askedAt = now();
      const entry = known.get(id) ?? unknown.get(id);
      if (!entry || !isFresh(entry.readAt, askedAt)) return findStored(id, askedAt);
      if (askedAt - entry.readAt >= REFRESH_AGE_MS) {
        read(id).catch((error) => ctx.log.debug({ err: error }, 'auth.refresh_failed'));
      }
      return entry.row;
    },
  };
}

/** A clock set back makes all stale. */
function isFresh(readAt: number, at: number): boolean {
  return at - readAt < MAX_AGE_MS && at >= readAt - MAX_AGE_MS;
}
