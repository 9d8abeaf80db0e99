import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** What conversations know of a team. */
export interface NamedTeam {
  id: number;
  name: string;
}

export interface TeamRow extends NamedTeam {
  team_uuid: string;
  created_at: Date;
  members: { id: string; name: string }[];
}

const COLUMNS = `t.id, t.team_uuid, t.name, t.created_at, coalesce((
    select jsonb_agg(jsonb_build_object('id', u.user_uuid, 'name', u.name) order by lower(u.name), u.id)
    from team_members m
    cross join lateral (select id, user_uuid, name, status from users where id = m.user_id offset 0) u
    where m.team_id = t.id and u.status <> 'disabled'
  ), '[]') as members`;

/** In the order of creation. */
export const listTeams = statement<{ accountId: number; after: number; limit: number }, TeamRow>(
  'teams.list',
  `select ${COLUMNS} from teams t
   where t.account_id = :accountId and t.id > :after and t.deleted_at is null order by t.id limit :limit::bigint`,
).all;

/** One change of an account's teams at a time, for number and names. */
export const lockTeams = statement<{ accountId: number }>(
  'teams.lock_account',
  `select pg_advisory_xact_lock(hashtextextended('teams of an account', :accountId::bigint))`,
).inTx.run;

export const getTeam = statement<{ id: number }, TeamRow>(
  'teams.get',
  `select ${COLUMNS} from teams t where t.id = :id`,
).inTx.one;

interface OfAccount {
  accountId: number;
  uuid: string;
}

export const findId = statement<OfAccount, { id: number }>(
  'teams.find_id',
  'select id from teams where team_uuid = :uuid::uuid and account_id = :accountId and deleted_at is null',
).inTx.first;

/** Ignoring case. */
export const findTeam = statement<{ accountId: number; name: string }, NamedTeam & { team_uuid: string }>(
  'teams.find_name',
  `select id, team_uuid, name from teams
   where account_id = :accountId and lower(name) = lower(:name::text) and deleted_at is null`,
).first;

/** As above. Its deletion waits, so that the job finds all conversations. Lock no conversation before. */
export const lockTeam = statement<{ accountId: number; name: string }, NamedTeam>(
  'teams.lock_name',
  `select id, name from teams
   where account_id = :accountId and lower(name) = lower(:name::text) and deleted_at is null for share`,
).inTx.first;

const COUNT = statement<{ accountId: number }, { count: number }>(
  'teams.count',
  'select count(*)::int as count from teams where account_id = :accountId and deleted_at is null',
);

export async function countTeams(tx: Tx, accountId: number): Promise<number> {
  return (await COUNT.one(tx, { accountId })).count;
}

export const insertTeam = statement<
  { accountId: number; name: string; now: Date },
  { id: number; team_uuid: string }
>(
  'teams.insert',
  `insert into teams (account_id, name, created_at) values (:accountId, :name, :now::timestamptz)
   returning id, team_uuid`,
).inTx.one;

export const renameTeam = statement<{ id: number; name: string }>(
  'teams.rename',
  'update teams set name = :name where id = :id',
).inTx.run;

/** The team has exactly these users of its account that are not disabled. Returns how many were found. */
export const setMembers = statement<
  { id: number; accountId: number; userIds: readonly string[] },
  { found: number }
>(
  'teams.set_members',
  `with wanted as materialized (
     select id from users
     where user_uuid = any (:userIds::uuid[]) and account_id = :accountId and status <> 'disabled'
   ), removed as (
     delete from team_members where team_id = :id and user_id <> all (array(select id from wanted))
   ), added as (
     insert into team_members (team_id, user_id, account_id) select :id, id, :accountId from wanted
     on conflict (team_id, user_id) do nothing
   )
   select count(*)::int as found from wanted`,
).inTx.one;

const MARK_DELETED = statement<OfAccount & { now: Date }, { id: number }>(
  'teams.mark_deleted',
  `with gone as (
     update teams set deleted_at = :now::timestamptz
     where team_uuid = :uuid::uuid and account_id = :accountId and deleted_at is null returning id
   ), emptied as (
     delete from team_members where team_id = any (array(select id from gone))
   )
   select id from gone`,
);

/** Without members at once. False: no such team. */
export async function markDeleted(db: Db, accountId: number, uuid: string, now: Date): Promise<boolean> {
  return (await MARK_DELETED.first(db, { accountId, uuid, now })) !== undefined;
}

/** With members, of whom no active user has this name. */
export const listTeamsWithout = statement<{ accountId: number; name: string }, { id: number }>(
  'teams.list_without_user',
  `select t.id from teams t
   where t.account_id = :accountId and t.deleted_at is null
     and exists (
       select from team_members m
       where m.team_id = t.id and exists (select from users where id = m.user_id and status = 'active' offset 0)
     )
     and not exists (
       select from team_members m
       where m.team_id = t.id and exists (
         select from users where id = m.user_id and lower(name) = lower(:name::text) and status = 'active' offset 0
       )
     )
   order by t.id`,
).all;

export const listDeleted = statement<{ after: number; limit: number }, { id: number }>(
  'teams.list_deleted',
  'select id from teams where deleted_at is not null and id > :after order by id limit :limit::bigint',
).all;

export const deleteRow = statement<{ id: number }>(
  'teams.delete',
  'delete from teams where id = :id and deleted_at is not null',
).run;
