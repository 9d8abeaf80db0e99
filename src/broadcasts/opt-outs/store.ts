import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/db.ts';
import type { Tables } from '../../lib/db/tables.ts';
import type { Range } from '../../lib/paging.ts';
import { RESPELLED, spellingsOf } from '../../lib/phone.ts';

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

/** Those of these phones whose owners want no broadcasts of the account, however the number is spelled on the list. */
export async function findOptedOut(
  db: Db,
  accountId: number,
  phones: readonly string[],
): Promise<Set<string>> {
  const spellings = phones.flatMap(spellingsOf);
  const { rows } = await sql<{ phone: string }>`
    select phone from opt_outs where account_id = ${accountId} and phone = any (${spellings}::text[])`.execute(
    db,
  );
  const listed = new Set(rows.map(({ phone }) => phone));
  return new Set(phones.filter((phone) => spellingsOf(phone).some((spelling) => listed.has(spelling))));
}

/** The spellings that the list does not show of the numbers on it. */
export async function findOtherSpellings(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from opt_outs where account_id = ${accountId} and phone ~ ${RESPELLED}`.execute(db);
  const listed = new Set(rows.map(({ phone }) => phone));
  return rows.flatMap(({ phone }) => spellingsOf(phone).filter((spelling) => !listed.has(spelling)));
}

/** A page of the list, the newest first, and how many there are; of one person when a phone is given. */
export async function listOptOuts(
  db: Db,
  accountId: number,
  { phone, offset, limit }: Range & { phone: string | undefined },
): Promise<{ total: number; optOuts: OptOutRow[] }> {
  const wanted = db
    .selectFrom('opt_outs')
    .where('account_id', '=', accountId)
    .$if(phone !== undefined, (query) => query.where('phone', 'in', spellingsOf(phone ?? '')));
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

/** Enters these people, none of whom may be on the list. Call it after `lockOptOuts`. */
export async function insertOptOuts(tx: Tx, rows: readonly OptOutRow[]): Promise<void> {
  await tx.insertInto('opt_outs').values(rows).execute();
}

/** The person on the list, however the number is spelled there. */
export function findOptOut(db: Db, accountId: number, phone: string): Promise<OptOutRow | undefined> {
  return db
    .selectFrom('opt_outs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('phone', 'in', spellingsOf(phone))
    .executeTakeFirst();
}

/** Takes these people off the list, however their numbers are spelled there; answers how many entries that were. */
export async function deleteOptOuts(db: Db, people: readonly Person[]): Promise<number> {
  const { accounts, phones } = spelled(people);
  const { numAffectedRows } = await sql`
    delete from opt_outs o using unnest(${accounts}::bigint[], ${phones}::text[]) as s (account_id, phone)
    where o.account_id = s.account_id and o.phone = s.phone`.execute(db);
  return Number(numAffectedRows ?? 0);
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

/** Somebody as an account knows them. */
export interface Person {
  account_id: number;
  phone: string;
}

/** What somebody wrote alone in a message, folded. */
export interface Said extends Person {
  word: string;
}

/** Somebody who wrote one of their account's words. */
export interface Heard extends Said {
  /** It was a word to leave; otherwise one to come back. */
  out: boolean;
}

/** Those that are one of the account's words, in their order. */
export async function matchWords(tx: Tx, said: readonly Said[]): Promise<Heard[]> {
  const { rows } = await sql<Heard>`
    select s.account_id, s.phone, s.word, s.word = any (a.opt_out_words) as out
    from unnest(
      ${said.map((each) => each.account_id)}::bigint[], ${said.map((each) => each.phone)}::text[], ${said.map((each) => each.word)}::text[]
    ) with ordinality as s (account_id, phone, word, n)
    join accounts a on a.id = s.account_id
    where s.word = any (a.opt_out_words) or s.word = any (a.opt_in_words)
    order by s.n`.execute(tx);
  return rows;
}

/** Every spelling of these phones, with each broadcast that may have messages to it. */
export async function listRecipients(
  tx: Tx,
  people: readonly Person[],
): Promise<{ broadcast_id: number; phone: string }[]> {
  const { accounts, phones } = spelled(people);
  const { rows } = await sql<{ broadcast_id: number; phone: string }>`
    select b.id as broadcast_id, s.phone
    from unnest(${accounts}::bigint[], ${phones}::text[]) as s (account_id, phone)
    -- By the devices: an account has few of them, and may have had any number of broadcasts.
    join devices d on d.account_id = s.account_id
    join broadcasts b on b.device_id = d.id and b.status in ('running', 'paused')`.execute(tx);
  return rows;
}

/** All spellings of the numbers of these people, as columns. */
function spelled(people: readonly Person[]): { accounts: number[]; phones: string[] } {
  const each = people.flatMap(({ account_id, phone }) =>
    spellingsOf(phone).map((spelling) => ({ account_id, spelling })),
  );
  return {
    accounts: each.map(({ account_id }) => account_id),
    phones: each.map(({ spelling }) => spelling),
  };
}
