import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { facetsOf } from '../facets.ts';

const UNASSIGNED = facetsOf({
  owner_state: 'human_waiting',
  assigned: false,
  snoozed: false,
  group: false,
}).join(', ');

export interface AutoAssign {
  /** Of the account. */
  id: number;
  max_open_per_user: number | null;
}

/** With automatic assignment, and waiting conversations. */
export const listAccounts = statement<{ after: number; limit: number }, AutoAssign>(
  'conversations.list_auto_assigning',
  `select id, max_open_per_user from accounts a
   where auto_assign <> 'off' and status = 'active' and id > :after and (
     exists (
       select from unnest(array[${UNASSIGNED}]::smallint[]) as f (facet)
       cross join lateral (select from conversations where account_id = a.id and facet = f.facet limit 1) one
     ) or coalesce((select true from auto_assignments where account_id = a.id limit 1), false)
   )
   order by id limit :limit::bigint`,
).all;

/** One process per account. Comes before locks of conversations. */
export const lockAssignments = statement<{ accountId: number }>(
  'conversations.lock_assignments',
  `select pg_advisory_xact_lock(hashtextextended('automatic assignments of an account', :accountId::bigint))`,
).inTx.run;

const OPEN = facetsOf({ open: true, assigned: true, group: false }).join(', ');
/** Above this, users are equal without a limit of the account. */
const MAX_COUNTED = 1_000;

const COUNT_OPEN = statement<{ accountId: number; names: readonly string[] }, { name: string; open: number }>(
  'conversations.count_open_of_assignees',
  `select n.name, c.open from unnest(:names::text[]) as n (name)
   cross join lateral (
     select count(*)::int as open from (
       select from unnest(array[${OPEN}]::smallint[]) as f (facet)
       cross join lateral (
         select from conversations
         where account_id = :accountId and assignee = n.name and facet = f.facet
         order by last_at, id limit ${MAX_COUNTED}
       ) one
       limit ${MAX_COUNTED}
     ) open
   ) c`,
);

/** At most 1,000 each. */
export async function countOpen(
  tx: Tx,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await COUNT_OPEN.all(tx, { accountId, names });
  return new Map(rows.map(({ name, open }) => [name, open]));
}

/** A conversation that waits for staff. */
export interface Waiting {
  id: number;
  device_id: number | null;
  team_id: number | null;
}

/** `last_at`: which one is idle the longest. */
export interface Queued extends Waiting {
  last_at: Date;
}

const QUEUED = `c.id, c.last_at, c.team_id, (select device_id from channels where id = c.channel_id) as device_id`;
const OLDEST = `order by last_at, id limit :limit::bigint`;

/** `teamIds`: teams with members, which have their own queues. */
interface QueueParams {
  accountId: number;
  teamIds: readonly number[];
  limit: number;
}

const LIST_ALL = statement<QueueParams, Queued>(
  'conversations.list_unassigned',
  `select ${QUEUED} from unnest(array[${UNASSIGNED}]::smallint[]) as f (facet)
   cross join lateral (
     select id, channel_id, team_id, last_at from conversations
     where account_id = :accountId and facet = f.facet and coalesce(team_id, 0) <> all (:teamIds::bigint[]) ${OLDEST}
   ) c
   ${OLDEST}`,
);
const LIST_OF_CHANNELS = statement<QueueParams & { channelIds: readonly number[] }, Queued>(
  'conversations.list_unassigned_of_channels',
  `select ${QUEUED} from unnest(:channelIds::bigint[]) as ch (id)
   cross join unnest(array[${UNASSIGNED}]::smallint[]) as f (facet)
   cross join lateral (
     select id, channel_id, team_id, last_at from conversations
     where channel_id = ch.id and facet = f.facet and coalesce(team_id, 0) <> all (:teamIds::bigint[]) ${OLDEST}
   ) c
   ${OLDEST}`,
);
const LIST_OF_TEAM = statement<
  { teamId: number; channelIds: readonly number[] | null; limit: number },
  Queued
>(
  'conversations.list_unassigned_of_team',
  `select ${QUEUED} from unnest(array[${UNASSIGNED}]::smallint[]) as f (facet)
   cross join lateral (
     select id, channel_id, team_id, last_at from conversations
     where team_id = :teamId and facet = f.facet
       and (:channelIds::bigint[] is null or channel_id = any (:channelIds::bigint[])) ${OLDEST}
   ) c
   ${OLDEST}`,
);

/** Without a team that has members, longest idle first. Null `channelIds`: all. */
export function listUnassigned(
  db: Db,
  channelIds: readonly number[] | null,
  params: QueueParams,
): Promise<Queued[]> {
  return channelIds === null ? LIST_ALL.all(db, params) : LIST_OF_CHANNELS.all(db, { channelIds, ...params });
}

/** As above, of one team. */
export const listUnassignedOfTeam = LIST_OF_TEAM.all;

export interface Assigned extends Waiting {
  user_id: number;
}

/** Of one transaction. */
const MAX_FORGOTTEN = 1_000;

/** The person has come, or the wait is over. */
export const forgetAssignments = statement<{ accountId: number }>(
  'conversations.forget_assignments',
  `delete from auto_assignments
   where conversation_id = any (array(
     select a.conversation_id
     from auto_assignments a
     cross join lateral (select owner_state, assignee from conversations where id = a.conversation_id offset 0) c
     where a.account_id = :accountId and (c.owner_state <> 'human_waiting' or c.assignee is null)
     order by a.conversation_id limit ${MAX_FORGOTTEN}
   ))`,
).inTx.run;

/** Unanswered ones, by id. */
export const listAssigned = statement<{ accountId: number; after: number; limit: number }, Assigned>(
  'conversations.list_assigned',
  `select a.conversation_id as id, a.user_id, c.team_id,
     (select device_id from channels where id = c.channel_id) as device_id
   from auto_assignments a
   cross join lateral (
     select channel_id, team_id, owner_state, waiting_since from conversations where id = a.conversation_id offset 0
   ) c
   where a.account_id = :accountId and a.conversation_id > :after and c.owner_state = 'human_waiting'
     and c.waiting_since is not null
   order by a.conversation_id limit :limit::bigint`,
).inTx.all;

const LOCK_WAITING = statement<{ ids: readonly number[] }, { id: number }>(
  'conversations.lock_waiting',
  `select id from conversations
   where id = any (:ids::bigint[]) and owner_state = 'human_waiting' and merged_into is null
   order by id for no key update`,
);

export async function lockWaiting(tx: Tx, ids: readonly number[]): Promise<number[]> {
  return (await LOCK_WAITING.all(tx, { ids })).map(({ id }) => id);
}

export interface Assignment {
  id: number;
  userId: number;
  name: string;
}

/** Owner and version stay: an assignment decides for no automation. */
const ASSIGN = statement<{
  ids: readonly number[];
  userIds: readonly number[];
  names: readonly string[];
  now: Date;
}>(
  'conversations.assign_automatically',
  `with given as materialized (
    select * from unnest(:ids::bigint[], :userIds::bigint[], :names::text[]) as g (id, user_id, name)
  ), changed as (
    update conversations c set assignee = g.name
    from given g where c.id = any (:ids::bigint[]) and c.id = g.id
    returning c.id, c.account_id, c.episode, c.ownership_version, g.user_id, g.name
  ), noted as (
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
    select account_id, id, episode, 'assigned', 'system', jsonb_build_object('owner_state', 'human_waiting',
      'ownership_version', ownership_version, 'reason', 'auto_assign', 'assignee', name), :now::timestamptz
    from changed order by id
  )
  insert into auto_assignments as a (conversation_id, account_id, user_id, assigned_at)
  select id, account_id, user_id, :now::timestamptz from changed order by id
  on conflict (conversation_id) do update set user_id = excluded.user_id, assigned_at = excluded.assigned_at`,
);

/** Call it with locked conversations. */
export async function assign(tx: Tx, assignments: readonly Assignment[], now: Date): Promise<void> {
  await ASSIGN.run(tx, {
    ids: assignments.map(({ id }) => id),
    userIds: assignments.map(({ userId }) => userId),
    names: assignments.map(({ name }) => name),
    now,
  });
}
