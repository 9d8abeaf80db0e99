import type { Context } from '../../context.ts';
import { openTally, type Tally } from '../../lib/tally.ts';
import { addClicks, countClicks } from './store.ts';

/** Counts how often links are opened. Nothing is kept of the visitors. */
export interface ClickCounter extends Pick<Tally<never>, 'close'> {
  /** `entryPointId`: row id. */
  count(entryPointId: number): void;
  /** All clicks of a link, with those of this process until now. */
  total(entryPointId: number): Promise<number>;
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
    async total(entryPointId) {
      await tally.flush();
      return countClicks(ctx.db, entryPointId);
    },
    count: (entryPointId) => tally.count({ entryPointId, day: ctx.now().toISOString().slice(0, 10) }),
  };
}
