import type { Sight } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { getConversation, type LockedConversation, lockConversation } from '../conversation.ts';
import { noteStaff } from '../ownership/ownership.ts';
import { withinPage } from '../page-size.ts';
import { openCursor, sealCursor } from '../sealed-cursor.ts';
import * as store from './store.ts';

interface Entry {
  kind: string;
  actor: string;
  body?: string | null;
  details?: object;
}

/** Belongs to the transaction of the change. */
export function insertEntry(
  tx: Tx,
  { id, account_id, episode }: LockedConversation,
  { kind, actor, body = null, details = {} }: Entry,
  now: Date,
): Promise<store.TimelineRow> {
  const entry = { kind, actor, body, details: JSON.stringify(details) };
  return store.insertEntry(tx, { account_id, conversation_id: id, episode, ...entry }, now);
}

/** A note of staff, which the customer never sees. ApiError conversation_not_found. */
export function addNote(
  ctx: Context,
  account: Sight,
  uuid: string,
  { body, actor }: { body: string; actor: string },
): Promise<store.TimelineRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, account, uuid);
    await noteStaff(tx, conversation.id, now);
    return insertEntry(tx, conversation, { kind: 'note', actor, body }, now);
  });
}

/** Newest first. ApiError conversation_not_found. */
export async function listTimeline(
  ctx: Context,
  account: Sight,
  uuid: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ entries: readonly store.TimelineRow[]; next: string | null }> {
  const { id } = await getConversation(ctx, account, uuid);
  const list = `timeline of conversation ${id}`;
  const [before = null] = cursor === undefined ? [] : openCursor(ctx, list, cursor);
  const found = await store.listEntries(ctx.db, id, { before, limit: limit + 1 });
  const entries = withinPage(found.slice(0, limit), ({ body, details }) => [body, details]);
  const last = entries.at(-1);
  return { entries, next: last && found.length > entries.length ? sealCursor(ctx, list, [last.id]) : null };
}
