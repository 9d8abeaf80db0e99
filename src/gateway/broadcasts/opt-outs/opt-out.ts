import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { pageOf, rangeOf } from '../../../platform/lib/page.ts';
import { normalizePhone, storablePhone } from '../../../platform/lib/phone.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { MAX_ID } from '../../../platform/lib/text.ts';
import type { ConsentHook, CustomerMove } from '../../messages/customer-changes.ts';
import type { InboundHook } from '../../messages/inbound/inbound.ts';
import { endSuspended, type Suspended, stopRecipients } from '../../messages/queue/queue.ts';
import { isVisitor } from '../../people/identity.ts';
import { findOtherPhones } from '../../people/person.ts';
import { REFUSALS } from '../refusals.ts';
import { endKept, findKept } from './kept.ts';
import type { Keywords } from './keyword-store.ts';
import * as keywordStore from './keyword-store.ts';
import { keywordIn, withoutAccents } from './keywords.ts';
import type { ListOptOuts, SetKeywords } from './schema.ts';
import * as store from './store.ts';

/** Newest first. */
export async function listOptOuts(
  ctx: Context,
  account: Account,
  query: ListOptOuts,
): Promise<{ optOuts: store.OptOutRow[] } & ReturnType<typeof pageOf>> {
  const phone = query.phone ? phoneOf(account, query.phone) : undefined;
  const { total, optOuts } = await store.listOptOuts(ctx.db, account.id, { ...rangeOf(query), phone });
  return { optOuts, ...pageOf(query, total) };
}

/** `created` is false if it exists already. FieldErrors for a phone that is no number. */
export async function addOptOut(
  ctx: Context,
  account: Account,
  input: { phone: string },
): Promise<{ optOut: store.OptOutRow; created: boolean }> {
  const phone = storablePhone(input.phone, account.country_code);
  const now = ctx.now();
  const row = { account_id: account.id, phone, word: null, reason: null, created_at: now };
  const listed = await ctx.db.transaction(async (tx) => {
    await store.lockOptOutsExclusive(tx, [account.id]);
    const earlier = await store.findOptOut(tx, account.id, phone);
    if (!earlier) await insert(tx, [row], now);
    return earlier;
  });
  if (!listed) ctx.bus.publish('events');
  return { optOut: listed ?? row, created: !listed };
}

/** ApiError opt_out_not_found. */
export async function removeOptOut(ctx: Context, account: Account, phone: string): Promise<void> {
  const given = { account_id: account.id, phone: phoneOf(account, phone), word: null };
  if ((await end(ctx, ctx.db, [given], 'account')) === 0) throw new ApiError('opt_out_not_found');
  ctx.bus.publish('events');
}

/** A normalized number, or the provider's id unchanged. */
function phoneOf(account: Account, text: string): string {
  return normalizePhone(text, account.country_code) ?? text;
}

export function getKeywords(ctx: Context, account: Account): Promise<Keywords> {
  return keywordStore.getKeywords(ctx.db, { accountId: account.id });
}

export async function openOptOutWords(db: Db, accountId: number): Promise<(text: string) => boolean> {
  const { opt_out_words } = await keywordStore.getKeywords(db, { accountId });
  const words = new Set(opt_out_words.map(withoutAccents));
  return (text) => {
    const keyword = keywordIn({ type: 'text', body: text });
    return keyword !== null && words.has(withoutAccents(keyword));
  };
}

/** Replaces the given lists. FieldErrors for a keyword in both lists. */
export function setKeywords(ctx: Context, account: Account, input: SetKeywords): Promise<Keywords> {
  return ctx.db.transaction(async (tx) => {
    const earlier = await keywordStore.lockKeywords(tx, { accountId: account.id });
    const keywords = {
      opt_out_words: input.opt_out_words ?? earlier.opt_out_words,
      opt_in_words: input.opt_in_words ?? earlier.opt_in_words,
    };
    const both = keywords.opt_in_words.filter((keyword) => keywords.opt_out_words.includes(keyword));
    if (both.length > 0) {
      const field = input.opt_in_words ? 'opt_in_words' : 'opt_out_words';
      throw new FieldErrors({ [field]: [`must not be in both lists: ${both.join(', ')}`] });
    }
    if (isDeepStrictEqual(keywords, { ...earlier })) return keywords;
    await keywordStore.updateKeywords(tx, { ...keywords, accountId: account.id });
    await record(tx, ctx, [
      { action: 'opt_out_words.changed', accountId: account.id, target: account.id, detail: { ...keywords } },
    ]);
    return keywords;
  });
}

/** Runs at most one query if no keyword matches. `withoutCode`: leaves out the code of a chat link. */
export function optOutHook(
  ctx: Context,
  withoutCode: (text: string) => string = (text) => text,
): InboundHook {
  return async (tx, messages) => {
    const candidates = messages.flatMap((message) => {
      const { type, body } = message;
      const keyword = keywordIn({ type, body: body && withoutCode(body) });
      // An id that fits no index entry must not keep the message from being stored.
      if (keyword === null || message.phone.length > MAX_ID || isVisitor(message.phone)) return [];
      return [{ account_id: message.account_id, phone: message.phone, keyword }];
    });
    if (candidates.length === 0) return;
    const matches = latestOf(await keywordStore.matchKeywords(tx, candidates));
    const optingOut = matches.filter(({ opts_out }) => opts_out);
    const optingIn = matches.filter(({ opts_out }) => !opts_out);
    const added = optingOut.map(({ keyword, ...rest }) => ({ ...rest, word: keyword, reason: null }));
    if (added.length > 0) await optOut(tx, added, ctx.now());
    const ended = optingIn.map(({ keyword, ...rest }) => ({ ...rest, word: keyword }));
    if (ended.length > 0) await end(ctx, tx, ended, 'keyword');
  };
}

function latestOf<Wish extends store.AccountPhone>(wishes: readonly Wish[]): Wish[] {
  const latest = new Map<string, Wish>();
  for (const one of wishes) latest.set(`${one.account_id} ${spellingsOf(one.phone)[0]}`, one);
  return [...latest.values()];
}

/** What customers tell the provider. */
export function consentHook(ctx: Context): ConsentHook {
  return async (reported) => {
    const latest = latestOf(reported).filter(({ phone }) => phone.length <= MAX_ID);
    const stopped = latest.filter(({ marketing }) => marketing === 'stop');
    const resumed = latest
      .filter(({ marketing }) => marketing === 'resume')
      .map(({ account_id, phone }) => ({ account_id, phone, word: null }));
    await ctx.db.transaction(async (tx) => {
      const added = stopped.map(({ account_id, phone, reason }) => ({
        account_id,
        phone,
        word: null,
        reason,
      }));
      if (added.length > 0) await optOut(tx, added, ctx.now());
      if (resumed.length > 0) await end(ctx, tx, resumed, 'preference');
    });
    ctx.bus.publish('events');
  };
}

/** The opt-out is listed under the new number, too. */
export async function moveOptOuts(ctx: Context, moves: readonly CustomerMove[]): Promise<void> {
  for (const { account_id, from, to } of moves) {
    await ctx.db.transaction(async (tx) => {
      await store.lockOptOutsExclusive(tx, [account_id]);
      const listed = await Promise.all(from.map((phone) => store.findOptOut(tx, account_id, phone)));
      const earlier = listed.find((row) => row !== undefined);
      const phone = to.find((each) => each.length <= MAX_ID);
      if (!earlier || phone === undefined || (await store.findOptOut(tx, account_id, phone))) return;
      await insert(tx, [{ ...earlier, phone }], ctx.now());
    });
  }
}

/** Under any number or id. */
export function findOptedOutPeople(db: Db, personIds: readonly number[]): Promise<ReadonlySet<number>> {
  return store.findPeople(db, personIds);
}

export async function isOptOutWord(
  db: Db,
  accountId: number,
  message: { type: string; body: string | null },
): Promise<boolean> {
  const keyword = keywordIn(message);
  if (keyword === null) return false;
  const [match] = await keywordStore.matchKeywords(db, [{ account_id: accountId, phone: '', keyword }]);
  return match?.opts_out === true;
}

type NewOptOut = Omit<store.OptOutRow, 'created_at'>;

/** Each customer must occur once. */
async function optOut(tx: Tx, customers: readonly NewOptOut[], now: Date): Promise<void> {
  const byAccount = Map.groupBy(customers, ({ account_id }) => account_id);
  await store.lockOptOutsExclusive(tx, [...byAccount.keys()]);
  const rows: store.OptOutRow[] = [];
  for (const [account_id, candidates] of byAccount) {
    const phones = candidates.map(({ phone }) => phone);
    const listed = await store.findOptedOut(tx, account_id, phones);
    for (const { phone, word, reason } of candidates) {
      if (!listed.has(phone)) rows.push({ account_id, phone, word, reason, created_at: now });
    }
  }
  if (rows.length > 0) await insert(tx, rows, now);
}

/** Also ends queued messages: a disconnected device may keep them for hours. */
async function insert(tx: Tx, rows: readonly store.OptOutRow[], now: Date): Promise<void> {
  await store.insertOptOuts(tx, rows, now);
  await stopRecipients(tx, await store.listRecipients(tx, await withOthers(tx, rows)), FAILURE, now);
}

/** Also those that outlived an erasure. Answers their number. */
async function end(
  { box, now }: Context,
  db: Db,
  given: readonly store.OptIn[],
  reason: store.OptInReason,
): Promise<number> {
  const all = await withOthers(db, given);
  return (await store.deleteOptOuts(db, all, reason, now())) + (await endKept(db, box, all));
}

/** An opt-out is of the person: also under other numbers and ids. */
async function withOthers<Given extends store.AccountPhone>(
  db: Db,
  given: readonly Given[],
): Promise<Given[]> {
  const others = await findOtherPhones(db, given);
  const all = given.flatMap((one, index) =>
    [one.phone, ...(others[index] ?? [])].map((each) => ({ ...one, phone: spellingsOf(each)[0] })),
  );
  return [...new Map(all.map((each) => [`${each.account_id} ${each.phone}`, each])).values()];
}

const FAILURE = { error_code: 'opted_out', error_message: REFUSALS.opted_out };

/** Phones, and other addresses of their people. */
export type Addresses = ReadonlyMap<string, readonly string[]>;

export async function findAddresses(
  db: Db,
  accountId: number,
  phones: readonly string[],
): Promise<Addresses> {
  const others = await findOtherPhones(
    db,
    phones.map((phone) => ({ account_id: accountId, phone })),
  );
  return new Map(phones.map((phone, index) => [phone, others[index] ?? []]));
}

/**
 * Prevents new opt-outs until the transaction ends. Call it before the lock of any message. Answers a filter of phones
 * whose person opted out.
 */
export async function lockOptOuts(
  tx: Tx,
  box: Context['box'],
  accountId: number,
): Promise<(addresses: Addresses) => Promise<ReadonlySet<string>>> {
  await store.lockOptOutsShared(tx, { accountId });
  return async (addresses) => {
    const all = [...addresses].flatMap(([phone, others]) => [phone, ...others]);
    const listed = await store.findListed(tx, accountId, all);
    const kept = await findKept(tx, box, accountId, all);
    const isListed = (phone: string) => listed.has(phone) || kept.has(phone);
    const hasOptedOut = ([phone, others]: readonly [string, readonly string[]]) =>
      isListed(phone) || others.some(isListed);
    return new Set([...addresses].filter(hasOptedOut).map(([phone]) => phone));
  };
}

/** `merged`: all phones of each merged person. */
export async function findOthersOptedOut(
  tx: Tx,
  accountId: number,
  merged: readonly (readonly string[])[],
): Promise<string[]> {
  const spellings = await store.findOtherSpellings(tx, accountId);
  const listed = await store.findListed(tx, accountId, merged.flat());
  const ofPeople = merged.filter((phones) => phones.some((phone) => listed.has(phone))).flat();
  return [...new Set([...spellings, ...ofPeople.filter((phone) => !listed.has(phone))])];
}

export async function failOptedOut(tx: Tx, messages: readonly Suspended[], now: Date): Promise<void> {
  await endSuspended(tx, messages, FAILURE, now);
}
