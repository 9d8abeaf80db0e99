import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { ApiError, FieldErrors } from '../../lib/errors.ts';
import { pageOf, rangeOf } from '../../lib/paging.ts';
import { MAX_PHONE_DIGITS, normalizePhone, spellingsOf, storablePhone } from '../../lib/phone.ts';
import type { InboundHook } from '../../messages/inbound/inbound.ts';
import { endSuspended, type Suspended, stopRecipients } from '../../messages/queue/queue.ts';
import type { ListOptOuts, SetWords } from './schema.ts';
import * as store from './store.ts';
import { wordIn } from './words.ts';

/** The words of the error `opted_out`. */
export const OPTED_OUT = 'The customer has opted out of broadcasts.';

/** One page of those who want no broadcasts, the newest first. */
export async function listOptOuts(
  ctx: Context,
  account: Account,
  query: ListOptOuts,
): Promise<{ optOuts: store.OptOutRow[] } & ReturnType<typeof pageOf>> {
  const phone = query.phone ? phoneOf(account, query.phone) : undefined;
  const { total, optOuts } = await store.listOptOuts(ctx.db, account.id, { ...rangeOf(query), phone });
  return { optOuts, ...pageOf(query, total) };
}

/** Enters somebody who has said so elsewhere; `created` is false for one who is there already. Throws FieldErrors for a phone that is no number. */
export async function addOptOut(
  ctx: Context,
  account: Account,
  input: { phone: string },
): Promise<{ optOut: store.OptOutRow; created: boolean }> {
  const phone = storablePhone(input.phone, account.country_code);
  const now = ctx.now();
  const entry = { account_id: account.id, phone, word: null, created_at: now };
  const listed = await ctx.db.transaction().execute(async (tx) => {
    await store.lockOptOuts(tx, [account.id]);
    const earlier = await store.findOptOut(tx, account.id, phone);
    if (!earlier) await enter(tx, [entry], now);
    return earlier;
  });
  if (!listed) ctx.bus.publish('events');
  return { optOut: listed ?? entry, created: !listed };
}

/** From now on the person gets broadcasts again. Throws ApiError opt_out_not_found. */
export async function removeOptOut(ctx: Context, account: Account, phone: string): Promise<void> {
  const person = { account_id: account.id, phone: phoneOf(account, phone) };
  if ((await store.deleteOptOuts(ctx.db, [person])) === 0) throw new ApiError('opt_out_not_found');
}

/** How a phone stands in the list: a number as it is normalized, anything else as the provider writes it. */
function phoneOf(account: Account, text: string): string {
  return normalizePhone(text, account.country_code) ?? text;
}

/** The words by which customers leave and come back, folded. */
export function getWords(ctx: Context, account: Account): Promise<store.Words> {
  return store.getWords(ctx.db, account.id);
}

/** Replaces the lists that are given; from now on they count. Throws FieldErrors when a word would stand in both. */
export function setWords(ctx: Context, account: Account, input: SetWords): Promise<store.Words> {
  return ctx.db.transaction().execute(async (tx) => {
    const words = await store.lockWords(tx, account.id);
    if (input.opt_out_words) words.opt_out_words = input.opt_out_words;
    if (input.opt_in_words) words.opt_in_words = input.opt_in_words;
    const both = words.opt_in_words.filter((word) => words.opt_out_words.includes(word));
    if (both.length > 0) {
      const field = input.opt_in_words ? 'opt_in_words' : 'opt_out_words';
      throw new FieldErrors({ [field]: [`must not be in both lists: ${both.join(', ')}`] });
    }
    await store.updateWords(tx, account.id, words);
    return words;
  });
}

/** Reacts to customers who write one of the words and nothing else. One statement when nobody has; none when all messages are long. */
export function optOutHook(ctx: Context): InboundHook {
  return async (tx, messages) => {
    const said = messages.flatMap((message) => {
      const word = wordIn(message);
      // A provider's id that no index takes must not keep the message out.
      if (word === null || message.phone.length > MAX_PHONE_DIGITS) return [];
      return [{ account_id: message.account_id, phone: message.phone, word }];
    });
    if (said.length === 0) return;
    const heard = lastWords(await store.matchWords(tx, said));
    const leaving = heard.filter(({ out }) => out);
    const back = heard.filter(({ out }) => !out);
    if (leaving.length > 0) await leave(tx, leaving, ctx.now());
    if (back.length > 0) await store.deleteOptOuts(tx, back);
  };
}

/** Of several words by one person, the last. */
function lastWords(heard: readonly store.Heard[]): store.Heard[] {
  const last = new Map<string, store.Heard>();
  for (const each of heard) last.set(`${each.account_id} ${spellingsOf(each.phone)[0]}`, each);
  return [...last.values()];
}

/** Enters those of these people who are not on the list yet; each of them may be named once. */
async function leave(tx: Tx, people: readonly store.Said[], now: Date): Promise<void> {
  const ofAccount = Map.groupBy(people, ({ account_id }) => account_id);
  await store.lockOptOuts(tx, [...ofAccount.keys()]);
  const entries: store.OptOutRow[] = [];
  for (const [account_id, said] of ofAccount) {
    const phones = said.map(({ phone }) => phone);
    const listed = await store.findOptedOut(tx, account_id, phones);
    for (const { phone, word } of said) {
      if (!listed.has(phone)) entries.push({ account_id, phone, word, created_at: now });
    }
  }
  if (entries.length > 0) await enter(tx, entries, now);
}

/**
 * Enters people, and ends what broadcasts have ready for them: it may wait for hours, with a device that is not connected. What an engine has in its
 * hands may still go out; unless it does, the runner ends it.
 */
async function enter(tx: Tx, entries: readonly store.OptOutRow[], now: Date): Promise<void> {
  await store.insertOptOuts(tx, entries);
  await stopRecipients(tx, await store.listRecipients(tx, entries), UNWANTED, now);
}

const UNWANTED = { error_code: 'opted_out', error_message: OPTED_OUT };

/** Ends suspended messages to customers who have opted out. */
export async function endUnwanted(tx: Tx, messages: readonly Suspended[], now: Date): Promise<void> {
  await endSuspended(tx, messages, UNWANTED, now);
}
