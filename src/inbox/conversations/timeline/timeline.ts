import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Page, type PageQuery, readPage } from '../../../platform/lib/page.ts';
import { recordAct } from '../acting.ts';
import { getConversation, type LockedConversation, lockConversation } from '../conversation.ts';
import { lockMentioned, noteMentions } from '../mentions/mention.ts';
import { noteStaff } from '../ownership/ownership.ts';
import type { TimelineKind } from '../timeline-kinds.ts';
import * as store from './store.ts';

interface Entry {
  kind: TimelineKind;
  actor: string;
  body?: string | null;
  details?: object;
  /** Row ids of repeated messages of a customer: deleted with any of them. */
  message_ids?: readonly number[] | null;
}

/** Belongs to the transaction of the change. */
export function insertEntry(
  tx: Tx,
  { id, account_id, episode }: Pick<LockedConversation, 'id' | 'account_id' | 'episode'>,
  { kind, actor, body = null, details = {}, message_ids = null }: Entry,
  now: Date,
): Promise<store.TimelineRow> {
  const entry = { kind, actor, body, details: JSON.stringify(details), message_ids };
  return store.insertEntry(tx, { account_id, conversation_id: id, episode, ...entry, now });
}

/** The customer never sees it. ApiError conversation_not_found; FieldErrors. */
export function addNote(
  ctx: Context,
  account: Sight,
  uuid: string,
  { body, actor, mentions = [] }: { body: string; actor: string; mentions?: readonly string[] | undefined },
): Promise<store.TimelineRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const users = await lockMentioned(tx, account, uuid, mentions);
    const conversation = await lockConversation(tx, account, uuid);
    await noteStaff(tx, { id: conversation.id, now });
    await recordAct(tx, ctx, account, { action: 'conversation.noted', target: uuid });
    const named = users.map(({ user_uuid: id, name }) => ({ id, name }));
    const details = named.length > 0 ? { mentions: named } : {};
    const note = await insertEntry(tx, conversation, { kind: 'note', actor, body, details }, now);
    const place = { accountId: account.id, conversationId: conversation.id, eventId: note.id };
    await noteMentions(tx, place, users, { author: ctx.actor.type === 'user' ? ctx.actor.id : null, now });
    return note;
  });
}

/** Newest first. ApiError conversation_not_found. */
export async function listTimeline(
  ctx: Context,
  account: Sight,
  uuid: string,
  page: PageQuery,
): Promise<Page<store.TimelineRow>> {
  const { id } = await getConversation(ctx, account, uuid);
  return readPage(ctx, {
    ...page,
    list: `timeline of conversation ${id}`,
    read: ([before = null], limit) => store.listEntries(ctx.db, { id, before, limit }),
    placeOf: (entry) => [entry.id],
    partsOf: ({ body, details }) => [body, details],
  });
}
