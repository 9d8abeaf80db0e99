import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { ApiError, FieldErrors } from '../../lib/errors.ts';
import { pageOf, rangeOf } from '../../lib/paging.ts';
import { MAX_PHONE_DIGITS, normalizePhone, storablePhone } from '../../lib/phone.ts';
import type { InboundHook } from '../../messages/inbound/inbound.ts';
import { failUnsent } from '../../messages/message.ts';
import type { ListOptOuts, SetWords } from './schema.ts';
import * as store from './store.ts';
import { wordIn } from './words.ts';

/** The words of the error `opted_out`. */
export const OPTED_OUT = 'The customer wants no broadcasts.';

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
  const inserted = await ctx.db.transaction().execute(async (tx) => {
    await store.lockOptOuts(tx, [account.id]);
    const row = await store.insertOptOut(tx, { account_id: account.id, phone, word: null, created_at: now });
    if (row) await endWaiting(tx, [row], now);
    return row;
  });
  if (inserted) {
    ctx.bus.publish('events');
    return { optOut: inserted, created: true };
  }
  const optOut = await store.findOptOut(ctx.db, account.id, phone);
  // Taken off the list just now: enter it again.
  return optOut ? { optOut, created: false } : addOptOut(ctx, account, input);
}

/** From now on the phone gets broadcasts again. Throws ApiError opt_out_not_found. */
export async function removeOptOut(ctx: Context, account: Account, phone: string): Promise<void> {
  const removed = await store.deleteOptOut(ctx.db, account.id, phoneOf(account, phone));
  if (!removed) throw new ApiError('opt_out_not_found');
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
    const heard = await store.matchWords(tx, said);
    if (heard.length === 0) return;
    const leaving = heard.filter(({ out }) => out).map(({ account_id }) => account_id);
    if (leaving.length > 0) await store.lockOptOuts(tx, leaving);
    const now = ctx.now();
    const silent = await store.applyWords(tx, heard, now);
    if (silent.length > 0) await endWaiting(tx, silent, now);
  };
}

/** Ends what broadcasts have ready for people who want none: it may wait for hours, with a device that is not connected. */
async function endWaiting(tx: Tx, silent: readonly store.Silent[], now: Date): Promise<void> {
  const waiting = await store.findWaiting(tx, silent);
  if (waiting.length === 0) return;
  await failUnsent(
    tx,
    waiting.map((id) => ({ id, error_code: 'opted_out', error_message: OPTED_OUT, refund: true })),
    now,
  );
}
