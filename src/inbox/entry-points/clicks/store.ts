import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface Clicks {
  entryPointId: number;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  clicks: number;
}

/** In one order, because several processes write. */
const ADD = statement<{ ids: readonly number[]; days: readonly string[]; clicks: readonly number[] }>(
  'entry_points.add_clicks',
  `insert into entry_point_clicks as c (entry_point_id, day, clicks)
   select * from unnest(:ids::bigint[], :days::date[], :clicks::bigint[]) as i (id, day, clicks) order by id, day
   on conflict (entry_point_id, day) do update set clicks = c.clicks + excluded.clicks`,
);

export async function addClicks(db: Db, clicks: readonly Clicks[]): Promise<void> {
  await ADD.run(db, {
    ids: clicks.map(({ entryPointId }) => entryPointId),
    days: clicks.map(({ day }) => day),
    clicks: clicks.map((each) => each.clicks),
  });
}

const COUNT = statement<{ ids: readonly number[]; since: string; end: string }, { clicks: number }>(
  'entry_points.count_clicks',
  `select coalesce((
     select sum(clicks) from entry_point_clicks
     where entry_point_id = i.id and day >= :since::date and day < :end::date
   ), 0)::bigint as clicks
   from unnest(:ids::bigint[]) with ordinality as i (id, n) order by i.n`,
);

/** In the order of the row ids. Days are `YYYY-MM-DD`, UTC; `end` does not count. */
export async function countClicks(
  db: Db,
  ids: readonly number[],
  { since, end }: { since: string; end: string },
): Promise<number[]> {
  return (await COUNT.all(db, { ids, since, end })).map(({ clicks }) => clicks);
}
