import type { Context } from '../../context.ts';
import { findNames } from '../../gateway/contacts/contact.ts';
import { findReplyWindows, type ReplyWindow } from '../../gateway/messages/reply-window/reply-window.ts';
import { spellingsOf } from '../../platform/lib/phone-spellings.ts';
import { findDue } from './answers/due.ts';
import { lastMessages } from './history.ts';
import type { ConversationRow } from './store.ts';
import { findTouches } from './touches/touch.ts';
import type { ConversationDetail } from './view.ts';

/** Adds the names of contacts, the last messages and the touches to conversations of one account. */
export async function withDetails(
  ctx: Context,
  accountId: number,
  rows: readonly ConversationRow[],
): Promise<ConversationDetail[]> {
  if (rows.length === 0) return [];
  const phones = rows.flatMap(({ phone }) => spellingsOf(phone));
  const [names, latest, windows, due, touches] = await Promise.all([
    findNames(ctx, accountId, phones),
    lastMessages(ctx, rows),
    findWindows(ctx, rows),
    findDue(ctx.db, rows),
    findTouches(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row, index) => {
    const contact = spellingsOf(row.phone).flatMap((phone) => names.get(phone) ?? [])[0];
    return {
      ...row,
      name: contact ?? row.person_name,
      last_message: latest.get(index)?.last ?? null,
      last_customer_message: latest.get(index)?.customers ?? null,
      reply_window: windows[index] ?? { until: null, isOpen: true },
      answer_due_at: due[index] ?? null,
      first_touch: touches.get(index)?.first ?? null,
      last_touch: touches.get(index)?.last ?? null,
    };
  });
}

export type WindowChat = Pick<ConversationRow, 'device_id' | 'engine' | 'phone' | 'last_customer_at'>;

/** Of the devices that speak for the numbers now. */
export function findWindows(ctx: Context, rows: readonly WindowChat[]): Promise<ReplyWindow[]> {
  const chats = rows.map(({ device_id, engine, ...row }) => ({
    ...row,
    device_id: device_id ?? 0,
    engine: engine ?? ('economy' as const),
  }));
  return findReplyWindows(ctx, chats);
}
