import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

const LOCK = statement<{ teamId: number; limit: number }, { id: number }>(
  'conversations.lock_of_team',
  `select id from conversations
   where id = any (array(select id from conversations where team_id = :teamId limit :limit::bigint))
   order by id for no key update`,
);
const LEAVE = statement<{ teamId: number; ids: readonly number[] }>(
  'conversations.leave_team',
  'update conversations set team_id = null where id = any (:ids::bigint[]) and team_id = :teamId',
);

/** Answers how many conversations of the team it looked at. */
export async function leaveTeam(tx: Tx, teamId: number, limit: number): Promise<number> {
  const locked = await LOCK.inTx.all(tx, { teamId, limit });
  if (locked.length > 0) await LEAVE.run(tx, { teamId, ids: locked.map(({ id }) => id) });
  return locked.length;
}
