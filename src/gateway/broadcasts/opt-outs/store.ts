import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Range } from '../../../platform/lib/page.ts';
import { RESPELLED, spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { announce, isWanted } from '../../events/event.ts';
import { isOptedOut } from '../../people/identity.ts';
import { CONTACT_OPTED_IN, CONTACT_OPTED_OUT } from './events.ts';

export interface AccountPhone {
  account_id: number;
  phone: string;
}

/** Resuming at the provider keeps opt-outs that the account added. */
export type OptInReason = 'keyword' | 'account' | 'preference';

export interface OptOutRow extends AccountPhone {
  word: string | null;
  /** What the provider reported; null for other causes. */
  reason: 'preference' | 'refusal' | null;
  created_at: Date;
}

const lockKey = (accountId: string) => `hashtextextended('opt-outs of an account', ${accountId})`;

const LOCK_EXCLUSIVE = statement<{ accountIds: readonly number[] }>(
  'opt_outs.lock_exclusive',
  `select pg_advisory_xact_lock(${lockKey('id')}) from unnest(:accountIds::bigint[]) id`,
);
/** Lasts until the transaction ends. Call it before `findOptedOut`. */
export const lockOptOutsShared = statement<{ accountId: number }>(
  'opt_outs.lock_shared',
  `select pg_advisory_xact_lock_shared(${lockKey(':accountId::bigint')})`,
).inTx.run;

/**
 * Excludes other opt-outs and claims until the transaction ends: an opt-out sees each claimed message, or the claim
 * sees the opt-out.
 */
export async function lockOptOutsExclusive(tx: Tx, accountIds: readonly number[]): Promise<void> {
  // One order prevents deadlocks.
  const sorted = [...new Set(accountIds)].sort((a, b) => a - b);
  await LOCK_EXCLUSIVE.run(tx, { accountIds: sorted });
}

const FIND_PHONES = statement<{ accountId: number; phones: readonly string[] }, { phone: string }>(
  'opt_outs.find_phones',
  'select phone from opt_outs where account_id = :accountId and phone = any (:phones::text[])',
);

export async function findListed(
  db: Db,
  accountId: number,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await FIND_PHONES.all(db, { accountId, phones });
  return new Set(rows.map(({ phone }) => phone));
}

/** In any spelling of the number. */
export async function findOptedOut(
  db: Db,
  accountId: number,
  phones: readonly string[],
): Promise<Set<string>> {
  const listed = await findListed(db, accountId, phones.flatMap(spellingsOf));
  return new Set(phones.filter((phone) => spellingsOf(phone).some((spelling) => listed.has(spelling))));
}

const FIND_PEOPLE = statement<{ ids: readonly number[] }, { id: number }>(
  'opt_outs.find_people',
  `select asked.id from unnest(:ids::bigint[]) as asked (id) where ${isOptedOut('asked.id')}`,
);

/** Includes people that were merged into them. */
export async function findPeople(db: Db, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await FIND_PEOPLE.all(db, { ids })).map(({ id }) => id));
}

const FIND_RESPELLED = statement<{ accountId: number; pattern: string }, { phone: string }>(
  'opt_outs.find_respelled',
  'select phone from opt_outs where account_id = :accountId and phone ~ :pattern',
);

/** Other spellings of listed numbers that are not listed. */
export async function findOtherSpellings(db: Db, accountId: number): Promise<string[]> {
  const rows = await FIND_RESPELLED.all(db, { accountId, pattern: RESPELLED });
  const listed = new Set(rows.map(({ phone }) => phone));
  return rows.flatMap(({ phone }) => spellingsOf(phone).filter((spelling) => !listed.has(spelling)));
}

interface ListFilter {
  accountId: number;
  phones: readonly string[];
}

const list = (name: string, condition: string) => ({
  count: statement<ListFilter, { total: number }>(
    `opt_outs.count_${name}`,
    `select count(*) as total from opt_outs where ${condition}`,
  ),
  page: statement<ListFilter & Range, OptOutRow>(
    `opt_outs.list_${name}`,
    `select * from opt_outs where ${condition}
     order by created_at desc, phone desc offset :offset::bigint limit :limit::bigint`,
  ),
});

const LIST_ALL = list('all', 'account_id = :accountId');
const LIST_PHONE = list('phone', 'account_id = :accountId and phone = any (:phones::text[])');

/** Newest first. With a phone, only this number in any spelling. */
export async function listOptOuts(
  db: Db,
  accountId: number,
  { phone, ...range }: Range & { phone: string | undefined },
): Promise<{ total: number; optOuts: OptOutRow[] }> {
  const { count, page } = phone === undefined ? LIST_ALL : LIST_PHONE;
  const filter = { accountId, phones: phone === undefined ? [] : spellingsOf(phone) };
  const { total } = await count.one(db, filter);
  return { total, optOuts: await page.all(db, { ...filter, ...range }) };
}

/** Of an address: the oldest are forgotten. */
const MAX_CHANGES = 50;

/** SQL. */
const REASON = `coalesce(e.reason, case when e.word is null then 'account' else 'keyword' end)`;
const COMMON = { device_uuid: 'null', timestamp: 'kurir_iso(e.happened_at)', phone: 'e.phone' };

/** SQL: rows of accounts with a webhook for the type. */
const happened = (rows: string, { type }: { type: string }) => `happened as (
    select r.*, :now::timestamptz as happened_at from ${rows} r where ${isWanted('r.account_id', `'${type}'`)}
  )`;

const INSERT = statement<{
  accountIds: readonly number[];
  phones: readonly string[];
  keywords: readonly (string | null)[];
  reasons: readonly (string | null)[];
  createdAts: readonly Date[];
  now: Date;
}>(
  'opt_outs.insert',
  `with stored as (
    insert into opt_outs (account_id, phone, word, reason, created_at)
    select * from unnest(:accountIds::bigint[], :phones::text[], :keywords::text[], :reasons::text[],
      :createdAts::timestamptz[])
    returning *
  ), noted as (
    insert into opt_out_changes (account_id, phone, change, reason, word, happened_at)
    select e.account_id, e.phone, 'out', ${REASON}, e.word, :now from stored e
  ), forgotten as (
    delete from opt_out_changes where id = any (array(
      select old.id from stored e cross join lateral (
        select id from opt_out_changes h where h.account_id = e.account_id and h.phone = e.phone
        order by id desc offset ${MAX_CHANGES - 2}
      ) old
    ))
  ), ${happened('stored', CONTACT_OPTED_OUT)}, ${announce(CONTACT_OPTED_OUT, {
    ...COMMON,
    reason: REASON,
    word: 'e.word',
  })}
  select 1`,
);

/** Skips listed ones. Call it after `lockOptOutsExclusive`. */
export async function insertOptOuts(tx: Tx, rows: readonly OptOutRow[], now: Date): Promise<void> {
  await INSERT.run(tx, {
    accountIds: rows.map(({ account_id }) => account_id),
    phones: rows.map(({ phone }) => phone),
    keywords: rows.map(({ word }) => word),
    reasons: rows.map(({ reason }) => reason),
    createdAts: rows.map(({ created_at }) => created_at),
    now,
  });
}

const FIND = statement<ListFilter, OptOutRow>(
  'opt_outs.find',
  'select * from opt_outs where account_id = :accountId and phone = any (:phones::text[]) limit 1',
);

/** In any spelling. */
export function findOptOut(db: Db, accountId: number, phone: string): Promise<OptOutRow | undefined> {
  return FIND.first(db, { accountId, phones: spellingsOf(phone) });
}

interface PhoneColumns {
  accountIds: readonly number[];
  phones: readonly string[];
}

interface Ending extends PhoneColumns {
  words: readonly (string | null)[];
  reason: OptInReason;
  now: Date;
}

/** Rows never change, so `ctid` stays valid within the statement. */
const DELETE = statement<Ending, { deleted: number }>(
  'opt_outs.delete',
  `with gone as (
    delete from opt_outs where ctid = any (array(
      select o.ctid
      from unnest(:accountIds::bigint[], :phones::text[]) as s (account_id, phone)
      cross join lateral (
        select ctid from opt_outs o
        where o.account_id = s.account_id and o.phone = s.phone
          and (:reason::text <> 'preference' or o.word is not null or o.reason is not null)
        limit 1
      ) o
    ))
    returning account_id, phone
  ), noted as (
    insert into opt_out_changes (account_id, phone, change, reason, word, happened_at)
    select account_id, phone, 'in', :reason::text, word, :now from gone
    cross join lateral (
      select s.word from unnest(:accountIds::bigint[], :phones::text[], :words::text[]) as s (account_id, phone, word)
      where s.account_id = gone.account_id and s.phone = gone.phone limit 1
    ) s
  ), ${happened('gone', CONTACT_OPTED_IN)}, ${announce(CONTACT_OPTED_IN, COMMON)}
  select count(*)::int as deleted from gone`,
);

/** What ended an opt-out. `word`: what the customer wrote. */
export interface OptIn extends AccountPhone {
  word: string | null;
}

/** In any spelling. Answers their number. */
export async function deleteOptOuts(
  db: Db,
  ended: readonly OptIn[],
  reason: OptInReason,
  now: Date,
): Promise<number> {
  const words = ended.flatMap(({ phone, word }) => spellingsOf(phone).map(() => word));
  return (await DELETE.one(db, { ...spellingColumns(ended), words, reason, now })).deleted;
}

export interface OptOutChange {
  phone: string;
  change: 'out' | 'in';
  reason: 'keyword' | 'account' | 'preference' | 'refusal';
  word: string | null;
  happened_at: Date;
}

/** Newest first. */
export const listChanges = statement<
  { accountId: number; phones: readonly string[]; limit: number },
  OptOutChange
>(
  'opt_outs.list_changes',
  `select h.* from unnest(:phones::text[]) as g (phone)
   cross join lateral (
     select id, phone, change, reason, word, happened_at from opt_out_changes
     where account_id = :accountId and phone = g.phone order by id desc limit :limit::bigint
   ) h
   order by h.id desc limit :limit::bigint`,
).all;

/** Those of several addresses of one customer. */
export const findOptOuts = statement<{ accountId: number; phones: readonly string[] }, OptOutRow>(
  'opt_outs.find_all',
  `select * from opt_outs where account_id = :accountId and phone = any (:phones::text[])
   order by created_at desc, phone`,
).all;

/** By devices: an account has few of them, but any number of broadcasts. */
const LIST_RECIPIENTS = statement<PhoneColumns, { broadcast_id: number; phone: string }>(
  'opt_outs.list_recipients',
  `select b.id as broadcast_id, s.phone
   from unnest(:accountIds::bigint[], :phones::text[]) as s (account_id, phone)
   cross join lateral (select id from devices where account_id = s.account_id offset 0) d
   cross join lateral (
     select id from broadcasts where device_id = d.id and status in ('running', 'paused') offset 0
   ) b`,
);

export function listRecipients(
  tx: Tx,
  phones: readonly AccountPhone[],
): Promise<{ broadcast_id: number; phone: string }[]> {
  return LIST_RECIPIENTS.all(tx, spellingColumns(phones));
}

function spellingColumns(phones: readonly AccountPhone[]): PhoneColumns {
  const spellings = phones.flatMap(({ account_id, phone }) =>
    spellingsOf(phone).map((spelling) => ({ account_id, spelling })),
  );
  return {
    accountIds: spellings.map(({ account_id }) => account_id),
    phones: spellings.map(({ spelling }) => spelling),
  };
}
