import type { Context } from '../../context.ts';
import { openTally, type Tally } from '../../lib/tally.ts';
import { addClicks, countClicks } from './store.ts';

/** `YYYY-MM-DD`; `until` is not in it. */
interface Days {
  since: string;
  until: string;
}

const EVER: Days = { since: '0001-01-01', until: '9999-01-01' };

/** Counts how often links are opened. Nothing is kept of the visitors. */
export interface ClickCounter extends Pick<Tally<never>, 'close'> {
  /** `entryPointId`: row id. */
  count(entryPointId: number): void;
  /** Clicks of links in some days (UTC), with those of this process until now. Default: ever. */
  totals(entryPointIds: readonly number[], days?: Days): Promise<number[]>;
}

export function createClickCounter(ctx: Pick<Context, 'db' | 'log' | 'now'>): ClickCounter {
  const tally = openTally<{ entryPointId: number; day: string }>(
    { log: ctx.log, name: 'entry_points.flush_failed' },
    (counts) =>
      addClicks(
        ctx.db,
        counts.map(({ of, count: clicks }) => ({ ...of, clicks })),
      ),
  );
  return {
    close: tally.close,
    async totals(entryPointIds, days = EVER) {
      await tally.flush();
      return countClicks(ctx.db, entryPointIds, days);
    },
    count: (entryPointId) => tally.count({ entryPointId, day: ctx.now().toISOString().slice(0, 10) }),
  };
}
