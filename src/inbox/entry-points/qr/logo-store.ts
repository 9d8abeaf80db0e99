import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

const FIND = statement<{ id: number }, { picture: Buffer }>(
  'entry_points.find_logo',
  'select picture from entry_point_logos where entry_point_id = :id',
);
export const setLogo = statement<{ id: number; picture: Buffer; now: Date }>(
  'entry_points.set_logo',
  `insert into entry_point_logos (entry_point_id, picture, updated_at) values (:id, :picture, :now)
   on conflict (entry_point_id) do update set picture = excluded.picture, updated_at = excluded.updated_at`,
).inTx.run;
const REMOVE = statement<{ id: number }>(
  'entry_points.remove_logo',
  'delete from entry_point_logos where entry_point_id = :id',
);

/** Of an entry point by row id. Undefined: it has none. */
export async function findLogo(db: Db, id: number): Promise<Buffer | undefined> {
  return (await FIND.first(db, { id }))?.picture;
}

/** False: it has none. */
export async function removeLogo(tx: Tx, id: number): Promise<boolean> {
  return (await REMOVE.run(tx, { id })) > 0;
}
