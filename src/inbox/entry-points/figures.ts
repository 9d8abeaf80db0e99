import type { Context } from '../../context.ts';
import { DAY } from '../../platform/lib/clock.ts';
import { countOutcomes } from '../conversations/touches/touch.ts';
import type { ClickCounter } from './clicks/click-counter.ts';
import type { EntryPointStats } from './schema.ts';

/** First and last day, `YYYY-MM-DD`, UTC. */
export interface Days {
  since: string;
  until: string;
}

/** All days that a database can have. */
export const EVER: Days = { since: '0001-01-01', until: '9999-01-01' };

/** Per entry point, in order. */
export async function figuresOf(
  ctx: Pick<Context, 'db'>,
  clicks: ClickCounter,
  { id: accountId }: { id: number },
  entryPoints: readonly { id: number; entry_point_uuid: string }[],
  { since, until }: Days = EVER,
): Promise<EntryPointStats[]> {
  const end = new Date(Date.parse(until) + DAY);
  const [counts, outcomes] = await Promise.all([
    clicks.totals(
      entryPoints.map(({ id }) => id),
      { since, end: end.toISOString().slice(0, 10) },
    ),
    countOutcomes(ctx.db, {
      accountId,
      uuids: entryPoints.map(({ entry_point_uuid }) => entry_point_uuid),
      since: new Date(since),
      until: end,
    }),
  ]);
  return entryPoints.map((_, index) => {
    const { chats = 0, answered = 0, resolved = 0 } = outcomes[index] ?? {};
    return { clicks: counts[index] ?? 0, chats, answered, resolved };
  });
}
