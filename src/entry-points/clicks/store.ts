import type { Db } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';

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

const COUNT = statement<{ entryPointId: number }, { clicks: number }>(
  'entry_points.count_clicks',
  `select coalesce(sum(clicks), 0)::bigint as clicks from entry_point_clicks where entry_point_id = :entryPointId`,
);

export async function countClicks(db: Db, entryPointId: number): Promise<number> {
  return (await COUNT.one(db, { entryPointId })).clicks;
}
