import type { Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { Identity } from './identity.ts';
import { allLocksOf } from './store.ts';

export interface Relative {
  id: number;
  person_uuid: string;
  name: string | null;
  /** Null: shown by itself. */
  into_id: number | null;
  into_uuid: string | null;
  merged_at: Date | null;
  merged_by: string | null;
  /** Without those of merged people. */
  identities: Identity[];
}

/** Against new people, conversations and merges, until the transaction ends. */
export const lockAccount = statement<{ accountId: number }>(
  'people.lock_account',
  allLocksOf(':accountId::bigint'),
).inTx.run;

export const findRoot = statement<{ accountId: number; uuid: string }, { id: number; root: number }>(
  'people.find_root',
  `select p.id, coalesce(p.merged_into, p.id) as root
   from (select * from people where person_uuid = :uuid offset 0) p where p.account_id = :accountId`,
).first;

export const listFamily = statement<{ id: number }, Relative>(
  'people.list_family',
  `select p.id, p.person_uuid, p.name, m.into_id, m.into_uuid, m.merged_at, m.actor as merged_by, k.identities
   from (
     select id, person_uuid, name from people where id = :id
     union all select id, person_uuid, name from people where merged_into = :id
   ) p
   left join lateral (
     select w.id, w.into_id, w.merged_at, w.actor, (select person_uuid from people where id = w.into_id) as into_uuid
     from person_merges w where w.person_id = p.id and w.undone_at is null limit 1
   ) m on true
   cross join lateral (
     select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind, value), '[]')
       as identities
     from (select kind, value from person_identities where person_id = p.id offset 0) i
   ) k
   order by m.id nulls first, p.id`,
).all;

/** All of `ids` are shown as `intoId` from now on. */
export const merge = statement<{
  accountId: number;
  personId: number;
  intoId: number;
  ids: readonly number[];
  actor: string;
  now: Date;
}>(
  'people.merge',
  `with merge as (
     insert into person_merges (account_id, person_id, into_id, actor, merged_at)
     values (:accountId, :personId, :intoId, :actor, :now)
   )
   update people set merged_into = :intoId where id = any (:ids::bigint[])`,
).inTx.run;

/** All of `ids` are shown as `personId`, which is one of them. */
export const undoMerge = statement<{ personId: number; ids: readonly number[]; actor: string; now: Date }>(
  'people.undo_merge',
  `with undone as (
     update person_merges set undone_at = :now, undone_by = :actor where person_id = :personId and undone_at is null
   )
   update people set merged_into = nullif(:personId, id) where id = any (:ids::bigint[])`,
).inTx.run;

export interface Match {
  account_id: number;
  person_id: number;
  other_id: number;
}

/** Staff knows better: an undone pair is not found again. */
const INSERT_MATCHES = statement<{ matches: string; now: Date }>(
  'people.insert_matches',
  `insert into person_matches (account_id, person_id, other_id, found_at)
   select i.account_id, i.person_id, i.other_id, :now::timestamptz
   from jsonb_populate_recordset(null::person_matches, :matches::jsonb) i
   cross join lateral (
     select count(*) as merges from (
       (select 1 from person_merges where person_id = i.person_id and into_id = i.other_id limit 1)
       union all (select 1 from person_merges where person_id = i.other_id and into_id = i.person_id limit 1)
     ) m
   ) m
   where m.merges = 0
   on conflict (person_id, other_id) do nothing`,
);

export async function insertMatches(tx: Tx, matches: readonly Match[], now: Date): Promise<void> {
  await INSERT_MATCHES.run(tx, { matches: JSON.stringify(matches), now });
}

/** A match with the public ids of its people. `id`: the row id of the first one. */
export interface ListedMatch extends Match {
  id: number;
  uuid: string;
  other_uuid: string;
}

const LIST_MATCHES = statement<{ after: number; afterOther: number; limit: number }, ListedMatch>(
  'people.list_matches',
  `select m.person_id as id, m.account_id, m.person_id, m.other_id, p.person_uuid as uuid, o.person_uuid as other_uuid
   from (
     select account_id, person_id, other_id from person_matches
     where (person_id, other_id) > (:after::bigint, :afterOther::bigint)
     order by person_id, other_id limit :limit::bigint
   ) m
   cross join lateral (select person_uuid from people where id = m.person_id offset 0) p
   cross join lateral (select person_uuid from people where id = m.other_id offset 0) o
   order by m.person_id, m.other_id`,
);

/** Those after `last`. */
export function listMatches(db: Queryable, last: Match | null, limit: number): Promise<ListedMatch[]> {
  return LIST_MATCHES.all(db, { after: last?.person_id ?? 0, afterOther: last?.other_id ?? 0, limit });
}

export const deleteMatch = statement<Pick<Match, 'person_id' | 'other_id'>>(
  'people.delete_match',
  'delete from person_matches where person_id = :person_id and other_id = :other_id',
).run;

/**
 * Of the people of the account that others were merged into, with those of the others. The planner chooses between the
 * merged people and those of the account.
 */
export const listMergedIdentities = statement<{ accountId: number }, Identity & { root: number }>(
  'people.list_merged_identities',
  `select r.root, k.kind, k.value
   from (select distinct merged_into as root from people where merged_into is not null and account_id = :accountId) r
   cross join lateral (select r.root as id union all select id from people where merged_into = r.root) f
   cross join lateral (select kind, value from person_identities where person_id = f.id offset 0) k`,
).all;
