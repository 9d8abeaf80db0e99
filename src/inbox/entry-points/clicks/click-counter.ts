import type { Context } from '../../../context.ts';
import { openTally, type Tally } from '../../../platform/lib/tally.ts';
import { addClicks, countClicks } from './store.ts';

/** Keeps nothing of the visitors. */
export interface ClickCounter extends Pick<Tally<never>, 'close'> {
  /** `entryPointId`: row id. */
  count(entryPointId: number): void;
  /** With those of this process until now. */
  totals(entryPointIds: readonly number[], days: Parameters<typeof countClicks>[2]): Promise<number[]>;
}

export function createClickCounter(ctx: Pick<Context, 'db' | 'log' | 'now'>): ClickCounter {
  const tally = openTally<{ entryPointId: number; day: string }>(
    {
      log: ctx.log,
      name: 'entry_points.flush_failed',
      keyOf: ({ entryPointId, day }) => `${day} ${entryPointId}`,
    },
    (counts) =>
      addClicks(
        ctx.db,
        counts.map(({ of, count: clicks }) => ({ ...of, clicks })),
      ),
  );
  return {
    close: tally.close,
    async totals(entryPointIds, days) {
      await tally.flush();
      return countClicks(ctx.db, entryPointIds, days);
    },
    count: (entryPointId) => tally.count({ entryPointId, day: ctx.now().toISOString().slice(0, 10) }),
  };
}
