import { findNames } from '../contacts/contact.ts';
import type { Context } from '../context.ts';
import { spellingsOf } from '../lib/phone-spellings.ts';
import { lastMessages } from './history.ts';
import type { ConversationRow } from './store.ts';
import type { ConversationDetail } from './view.ts';

/** Adds the names of contacts and the last messages to conversations of one account. */
export async function withDetails(
  ctx: Context,
  accountId: number,
  rows: readonly ConversationRow[],
): Promise<ConversationDetail[]> {
  if (rows.length === 0) return [];
  const phones = rows.flatMap(({ phone }) => spellingsOf(phone));
  const [names, latest] = await Promise.all([findNames(ctx, accountId, phones), lastMessages(ctx, rows)]);
  return rows.map((row, index) => {
    const contact = spellingsOf(row.phone).flatMap((phone) => names.get(phone) ?? [])[0];
    return { ...row, name: contact ?? row.person_name, last_message: latest.get(index) ?? null };
  });
}
