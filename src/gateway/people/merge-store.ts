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
}

const LOCK = statement<{ accountId: number }>('people.lock_account', allLocksOf(':accountId::bigint'));

/** Against new people, conversations and merges, until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await LOCK.run(tx, { accountId });
}

const FIND_ROOT = statement<{ accountId: number; uuid: string }, { id: number; root: number }>(
  'people.find_root',
  `select p.id, coalesce(p.merged_into, p.id) as root
   from (select * from people where person_uuid = :uuid offset 0) p where p.account_id = :accountId`,
);

export function findRoot(
  tx: Tx,
  accountId: number,
  uuid: string,
): Promise<{ id: number; root: number } | undefined> {
  return FIND_ROOT.first(tx, { accountId, uuid });
}

const LIST_FAMILY = statement<{ id: number }, Relative>(
  'people.list_family',
  `select p.id, p.person_uuid, p.name, m.into_id, m.into_uuid, m.merged_at, m.actor as merged_by
   from (
     select id, person_uuid, name from people where id = :id
     union all select id, person_uuid, name from people where merged_into = :id
   ) p
   left join lateral (
     select w.id, w.into_id, w.merged_at, w.actor, (select person_uuid from people where id = w.into_id) as into_uuid
     from person_merges w where w.person_id = p.id and w.undone_at is null limit 1
   ) m on true
   order by m.id nulls first, p.id`,
);

export function listFamily(db: Queryable, id: number): Promise<Relative[]> {
  return LIST_FAMILY.all(db, { id });
}

const LIST_OWN = statement<{ ids: readonly number[] }, Identity & { person_id: number }>(
  'people.list_own_identities',
  `select k.person_id, k.kind, k.value from unnest(:ids::bigint[]) as p (id)
   cross join lateral (
     select person_id, kind, value from person_identities where person_id = p.id offset 0
   ) k
   order by k.person_id, k.kind, k.value`,
);

/** Without those of merged people. */
export function listOwnIdentities(
  db: Queryable,
  ids: readonly number[],
): Promise<(Identity & { person_id: number })[]> {
  return LIST_OWN.all(db, { ids });
}

const SHOW_AS = statement<{ ids: readonly number[]; id: number }>(
  'people.show_as',
  `update people set merged_into = case when id <> :id::bigint then :id::bigint end
   where id = any (:ids::bigint[])`,
);

/** These people are shown as this one, which may be one of them. */
export async function showAs(tx: Tx, ids: readonly number[], id: number): Promise<void> {
  await SHOW_AS.run(tx, { ids, id });
}

interface Merge {
  accountId: number;
  personId: number;
  intoId: number;
  actor: string;
  now: Date;
}

const INSERT = statement<Merge>(
  'people.insert_merge',
  `insert into person_merges (account_id, person_id, into_id, actor, merged_at)
   values (:accountId, :personId, :intoId, :actor, :now)`,
);

export async function insertMerge(tx: Tx, merge: Merge): Promise<void> {
  await INSERT.run(tx, merge);
}

const UNDO = statement<{ personId: number; actor: string; now: Date }>(
  'people.undo_merge',
  `update person_merges set undone_at = :now, undone_by = :actor where person_id = :personId and undone_at is null`,
);

export async function undoMerge(tx: Tx, undo: { personId: number; actor: string; now: Date }): Promise<void> {
  await UNDO.run(tx, undo);
}

interface PairColumns {
  accountIds: readonly number[];
  personIds: readonly number[];
  otherIds: readonly number[];
}

/** Staff knows better: an undone pair is not found again. */
const INSERT_MATCHES = statement<PairColumns & { now: Date }>(
  'people.insert_matches',
  `insert into person_matches (account_id, person_id, other_id, found_at)
   select i.account_id, i.person_id, i.other_id, :now::timestamptz
   from unnest(:accountIds::bigint[], :personIds::bigint[], :otherIds::bigint[]) as i (account_id, person_id, other_id)
   cross join lateral (
     select count(*) as merges from (
       (select 1 from person_merges where person_id = i.person_id and into_id = i.other_id limit 1)
       union all (select 1 from person_merges where person_id = i.other_id and into_id = i.person_id limit 1)
     ) m
   ) m
   where m.merges = 0
   on conflict (person_id, other_id) do nothing`,
);

export interface Match {
  account_id: number;
  person_id: number;
  other_id: number;
}

export async function insertMatches(tx: Tx, matches: readonly Match[], now: Date): Promise<void> {
  await INSERT_MATCHES.run(tx, {
    accountIds: matches.map(({ account_id }) => account_id),
    personIds: matches.map(({ person_id }) => person_id),
    otherIds: matches.map(({ other_id }) => other_id),
    now,
  });
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
const DELETE_MATCH = statement<{ personId: number; otherId: number }>(
  'people.delete_match',
  'delete from person_matches where person_id = :personId and other_id = :otherId',
);

/** Those after `last`. */
export function listMatches(db: Queryable, last: Match | null, limit: number): Promise<ListedMatch[]> {
  return LIST_MATCHES.all(db, { after: last?.person_id ?? 0, afterOther: last?.other_id ?? 0, limit });
}

export async function deleteMatch(
  db: Queryable,
  { person_id: personId, other_id: otherId }: Match,
): Promise<void> {
  await DELETE_MATCH.run(db, { personId, otherId });
}

/** The planner chooses between the merged people and those of the account. */
const LIST_MERGED = statement<{ accountId: number }, Identity & { root: number }>(
  'people.list_merged_identities',
  `select r.root, k.kind, k.value
   from (select distinct merged_into as root from people where merged_into is not null and account_id = :accountId) r
   cross join lateral (select r.root as id union all select id from people where merged_into = r.root) f
   cross join lateral (select kind, value from person_identities where person_id = f.id offset 0) k`,
);

/** Of the people of the account that others were merged into, with those of the others. */
export function listMergedIdentities(
  db: Queryable,
  accountId: number,
): Promise<(Identity & { root: number })[]> {
  return LIST_MERGED.all(db, { accountId });
}
