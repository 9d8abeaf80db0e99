import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/db.ts';
import type { Tables } from '../../lib/db/tables.ts';
import type { Range } from '../../lib/paging.ts';

export type OptOutRow = Selectable<Tables['opt_outs']>;
export type Words = Pick<Selectable<Tables['accounts']>, 'opt_out_words' | 'opt_in_words'>;

const lockKey = (accountId: RawBuilder<unknown>) =>
  sql`hashtextextended('opt-outs of an account', ${accountId})`;

/**
 * Waits for whoever enters people of these accounts or makes messages for them, and keeps others from both until the transaction ends: what is
 * made ready for somebody is either seen by their opt-out, or comes after it.
 */
export async function lockOptOuts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  // In one order, so that no two wait for each other.
  const ids = [...new Set(accountIds)].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(${lockKey(sql`id`)}) from unnest(${ids}::bigint[]) id`.execute(tx);
}

/** Waits for whoever enters people of this account, and keeps others from it until the transaction ends. Call it before `findOptedOut`. */
export async function holdOptOuts(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(sql`${accountId}`)})`.execute(tx);
}

/** Those of these phones whose owners want no broadcasts of the account. */
export async function findOptedOut(
  tx: Db | Tx,
  accountId: number,
  phones: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from opt_outs where account_id = ${accountId} and phone = any (${[...phones]}::text[])`.execute(
    tx,
  );
  return new Set(rows.map(({ phone }) => phone));
}

/** A page of the list, the newest first, and how many there are; of one phone when it is given. */
export async function listOptOuts(
  db: Db,
  accountId: number,
  { phone, offset, limit }: Range & { phone: string | undefined },
): Promise<{ total: number; optOuts: OptOutRow[] }> {
  const wanted = db
    .selectFrom('opt_outs')
    .where('account_id', '=', accountId)
    .$if(phone !== undefined, (query) => query.where('phone', '=', phone ?? ''));
  const { total } = await wanted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const optOuts = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('phone', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, optOuts };
}

/** Undefined when the phone is on the list already. */
export function insertOptOut(db: Db, row: OptOutRow): Promise<OptOutRow | undefined> {
  return db
    .insertInto('opt_outs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findOptOut(db: Db, accountId: number, phone: string): Promise<OptOutRow | undefined> {
  return db
    .selectFrom('opt_outs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .executeTakeFirst();
}

/** Whether the phone was on the list. */
export async function deleteOptOut(db: Db, accountId: number, phone: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('opt_outs')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function getWords(db: Db, accountId: number): Promise<Words> {
  return db
    .selectFrom('accounts')
    .select(['opt_out_words', 'opt_in_words'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The words, which nobody else changes until the transaction ends. */
export function lockWords(tx: Tx, accountId: number): Promise<Words> {
  return tx
    .selectFrom('accounts')
    .select(['opt_out_words', 'opt_in_words'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateWords(tx: Tx, accountId: number, words: Words): Promise<void> {
  await tx.updateTable('accounts').set(words).where('id', '=', accountId).execute();
}

/** What somebody wrote alone in a message, folded. */
export interface Said {
  account_id: number;
  phone: string;
  word: string;
}

/** Somebody who wants no broadcasts of an account. */
export interface Silent {
  account_id: number;
  phone: string;
}

/** Somebody who wrote one of their account's words. */
export interface Heard extends Said {
  /** It was a word to leave; otherwise one to come back. */
  out: boolean;
}

/** Who has written one of their account's words; of several by one person, in their order, the last counts. */
export async function matchWords(tx: Tx, said: readonly Said[]): Promise<Heard[]> {
  const { rows } = await sql<Heard>`
    select distinct on (s.account_id, s.phone) s.account_id, s.phone, s.word, s.word = any (a.opt_out_words) as out
    from unnest(
      ${said.map((each) => each.account_id)}::bigint[], ${said.map((each) => each.phone)}::text[], ${said.map((each) => each.word)}::text[]
    ) with ordinality as s (account_id, phone, word, n)
    join accounts a on a.id = s.account_id
    where s.word = any (a.opt_out_words) or s.word = any (a.opt_in_words)
    order by s.account_id, s.phone, s.n desc`.execute(tx);
  return rows;
}

/** Puts these people on the list, or takes them off it; each may be named once. Answers those who are on it since. */
export async function applyWords(tx: Tx, heard: readonly Heard[], now: Date): Promise<Silent[]> {
  const { rows } = await sql<Silent>`
    with heard as (
      select * from unnest(
        ${heard.map((each) => each.account_id)}::bigint[], ${heard.map((each) => each.phone)}::text[],
        ${heard.map((each) => each.word)}::text[], ${heard.map((each) => each.out)}::bool[]
      ) as h (account_id, phone, word, out)
    ), back as (
      delete from opt_outs o using heard h
      where not h.out and o.account_id = h.account_id and o.phone = h.phone
    )
    insert into opt_outs (account_id, phone, word, created_at)
    select account_id, phone, word, ${now}::timestamptz from heard where out
    order by account_id, phone
    on conflict (account_id, phone) do nothing
    returning account_id, phone`.execute(tx);
  return rows;
}

/** The queued messages of broadcasts to these people that no engine has been given. */
export async function findWaiting(tx: Tx, silent: readonly Silent[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id
    from unnest(${silent.map((each) => each.account_id)}::bigint[], ${silent.map((each) => each.phone)}::text[]) as s (account_id, phone)
    join broadcasts b on b.account_id = s.account_id and b.status in ('running', 'paused')
    join messages m on m.broadcast_id = b.id and m.phone = s.phone
    where (m.due or m.held) and not m.maybe_written`.execute(tx);
  return rows.map(({ id }) => id);
}
