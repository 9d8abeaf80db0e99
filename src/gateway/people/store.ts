import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Identity, IdentityKind } from './identity.ts';

export interface AccountIdentity extends Identity {
  account_id: number;
}

interface IdentityColumns {
  accountIds: readonly number[];
  kinds: readonly IdentityKind[];
  values: readonly string[];
}

const GIVEN = `unnest(:accountIds::bigint[], :kinds::text[], :values::text[])
     with ordinality as i (account_id, kind, value, n)`;

/** The lock table of the server is shared. */
const LOCKS_PER_ACCOUNT = 64;

const lockKey = (accountId: string, number: string) =>
  `hashtextextended('people of an account', ${accountId} * ${LOCKS_PER_ACCOUNT} + ${number})`;

const LOCK = statement<IdentityColumns>(
  'people.lock_identities',
  `select pg_advisory_xact_lock(key) from (
    select distinct ${lockKey(
      'i.account_id',
      `(hashtextextended(i.kind || ' ' || i.value, 0) & ${LOCKS_PER_ACCOUNT - 1})`,
    )} as key
    from ${GIVEN} order by 1
  ) keys`,
);
const FIND = statement<IdentityColumns, AccountIdentity & { person_id: number }>(
  'people.find_by_identity',
  `select i.account_id, i.kind, i.value, p.id as person_id
   from ${GIVEN}
   cross join lateral (
     select person_id from person_identities k
     where k.account_id = i.account_id and k.kind = i.kind and k.value = i.value limit 1
   ) k
   cross join lateral (select coalesce(merged_into, id) as id from people where id = k.person_id offset 0) p`,
);
const INSERT_PEOPLE = statement<
  { accountIds: readonly number[]; names: readonly (string | null)[]; now: Date },
  { id: number }
>(
  'people.insert',
  `with inserted as (
    insert into people (account_id, name, created_at)
    select i.account_id, i.name, :now::timestamptz
    from unnest(:accountIds::bigint[], :names::text[]) with ordinality as i (account_id, name, n) order by i.n
    returning id
  )
  select id from inserted order by id`,
);
const INSERT_IDENTITIES = statement<IdentityColumns & { personIds: readonly number[] }>(
  'people.insert_identities',
  `insert into person_identities (account_id, kind, value, person_id)
   select * from unnest(:accountIds::bigint[], :kinds::text[], :values::text[], :personIds::bigint[])`,
);

/** SQL: the locks of all identities of an account, in the order of `lockIdentities`. */
export const allLocksOf = (accountId: string) => `
  select pg_advisory_xact_lock(key) from (
    select ${lockKey(accountId, 'n')} as key from generate_series(0, ${LOCKS_PER_ACCOUNT - 1}) n order by 1
  ) keys`;

/** Against new people, in one order, until the transaction ends. */
export async function lockIdentities(tx: Tx, identities: readonly AccountIdentity[]): Promise<void> {
  await LOCK.run(tx, columnsOf(identities));
}

/** A merged person is the one that shows it. */
export function findPeople(
  db: Db | Tx,
  identities: readonly AccountIdentity[],
): Promise<(AccountIdentity & { person_id: number })[]> {
  return FIND.all(db, columnsOf(identities));
}

/** Returns the ids in the order of the people. */
export async function insertPeople(
  tx: Tx,
  people: readonly { account_id: number; name: string | null }[],
  now: Date,
): Promise<number[]> {
  const rows = await INSERT_PEOPLE.all(tx, {
    accountIds: people.map(({ account_id }) => account_id),
    names: people.map(({ name }) => name),
    now,
  });
  return rows.map(({ id }) => id);
}

export async function insertIdentities(
  tx: Tx,
  identities: readonly (AccountIdentity & { person_id: number })[],
): Promise<void> {
  await INSERT_IDENTITIES.run(tx, {
    ...columnsOf(identities),
    personIds: identities.map(({ person_id }) => person_id),
  });
}

const columnsOf = (identities: readonly AccountIdentity[]): IdentityColumns => ({
  accountIds: identities.map(({ account_id }) => account_id),
  kinds: identities.map(({ kind }) => kind),
  values: identities.map(({ value }) => value),
});

/** Also of the people that were merged into these. */
export const listIdentities = statement<{ ids: readonly number[] }, Identity & { person_id: number }>(
  'people.list_identities',
  `select r.id as person_id, k.kind, k.value
   from unnest(:ids::bigint[]) as r (id)
   cross join lateral (
     select id from people where id = r.id union all select id from people where merged_into = r.id
   ) p
   cross join lateral (select kind, value from person_identities where person_id = p.id offset 0) k
   order by r.id, k.kind, k.value`,
).all;
export interface PersonRow {
  id: number;
  person_uuid: string;
  name: string | null;
  created_at: Date;
  merged_into: string | null;
}
export const findPerson = statement<{ accountId: number; uuid: string }, PersonRow>(
  'people.find',
  `select p.id, p.person_uuid, p.name, p.created_at, r.person_uuid as merged_into
   from (select * from people where person_uuid = :uuid offset 0) p
   left join lateral (select person_uuid from people where id = p.merged_into limit 1) r on true
   where p.account_id = :accountId`,
).first;

const FIND_RELATED = statement<IdentityColumns, Identity & { index: number }>(
  'people.find_related',
  `select i.n::int - 1 as index, k.kind, k.value
   from ${GIVEN}
   cross join lateral (
     select person_id from person_identities k
     where k.account_id = i.account_id and k.kind = i.kind and k.value = i.value limit 1
   ) own
   cross join lateral (select coalesce(merged_into, id) as id from people where id = own.person_id offset 0) r
   cross join lateral (select r.id union all select id from people where merged_into = r.id) f
   cross join lateral (select kind, value from person_identities where person_id = f.id offset 0) k
   where (k.kind, k.value) <> (i.kind, i.value)`,
);

/** Also of merged people, with the index of the given one. */
export function findRelated(
  db: Db,
  identities: readonly AccountIdentity[],
): Promise<(Identity & { index: number })[]> {
  return FIND_RELATED.all(db, columnsOf(identities));
}
