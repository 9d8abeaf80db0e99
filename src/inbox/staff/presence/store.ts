import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Presence } from './schema.ts';

export interface PresenceRow {
  id: number;
  user_uuid: string;
  name: string;
  state: Presence;
  /** Null: never set. */
  state_since: Date | null;
  seen_at: Date | null;
  /** The last automatic assignment. */
  assigned_at: Date | null;
  /** What an agent sees. Null: all. */
  device_ids: number[] | null;
  /** In which the user is, by name. */
  teams: { id: number; name: string }[];
}

const COLUMNS = `u.id, u.user_uuid, u.name, coalesce(p.state, 'available') as state, p.state_since, p.seen_at,
  p.assigned_at, case when u.role = 'agent' then array(
    select device_id from user_devices d where d.user_id = u.id
  ) end as device_ids, coalesce((
    select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by lower(t.name))
    from team_members m cross join lateral (select id, name from teams where id = m.team_id offset 0) t
    where m.user_id = u.id
  ), '[]') as teams`;

/** Of active users, by name. */
export const listPresences = statement<{ accountId: number }, PresenceRow>(
  'staff.list_presences',
  `select ${COLUMNS} from users u left join user_presence p on p.user_id = u.id
   where u.account_id = :accountId and u.status = 'active' order by lower(u.name), u.id`,
).all;

export const setPresence = statement<{ accountId: number; userId: number; state: Presence; now: Date }>(
  'staff.set_presence',
  `insert into user_presence as p (user_id, account_id, state, state_since, seen_at)
   values (:userId, :accountId, :state, :now::timestamptz, :now::timestamptz)
   on conflict (user_id) do update set
     state = excluded.state,
     state_since = case when p.state = excluded.state then p.state_since else excluded.state_since end,
     seen_at = greatest(p.seen_at, excluded.seen_at)`,
).run;

const NOTE_SEEN = statement<{ userIds: readonly number[]; ats: readonly Date[] }>(
  'staff.note_seen',
  `insert into user_presence as p (user_id, account_id, state_since, seen_at)
   select u.id, u.account_id, s.at, s.at
   from unnest(:userIds::bigint[], :ats::timestamptz[]) as s (user_id, at)
   cross join lateral (select id, account_id from users where id = s.user_id offset 0) u
   order by u.id
   on conflict (user_id) do update set seen_at = greatest(p.seen_at, excluded.seen_at)`,
);

/** One row per user; removed ones are left out. */
export async function noteSeen(db: Db, seen: readonly { userId: number; at: Date }[]): Promise<void> {
  await NOTE_SEEN.run(db, { userIds: seen.map(({ userId }) => userId), ats: seen.map(({ at }) => at) });
}

const NOTE_ASSIGNED = statement<{ userIds: readonly number[]; ats: readonly Date[] }>(
  'staff.note_assigned',
  `update user_presence p set assigned_at = a.at
   from unnest(:userIds::bigint[], :ats::timestamptz[]) as a (user_id, at)
   where p.user_id = any (:userIds::bigint[]) and p.user_id = a.user_id`,
);

/** One row per user. */
export async function noteAssigned(tx: Tx, assigned: readonly { userId: number; at: Date }[]): Promise<void> {
  await NOTE_ASSIGNED.run(tx, {
    userIds: assigned.map(({ userId }) => userId),
    ats: assigned.map(({ at }) => at),
  });
}
