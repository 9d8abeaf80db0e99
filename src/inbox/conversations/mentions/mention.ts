import type { Context } from '../../../context.ts';
import { findNames } from '../../../gateway/contacts/contact.ts';
import type { Sight, StaffCaller } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { type Page, type PageQuery, readPage } from '../../../platform/lib/page.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { type Colleague, lockColleagues, maySee } from '../../staff/colleagues/colleague.ts';
import { getConversation } from '../conversation.ts';
import * as store from './store.ts';

/**
 * Active users who see the conversation. They stay so until the transaction ends. Call it before the lock of the
 * conversation. ApiError conversation_not_found; FieldErrors.
 */
export async function lockMentioned(
  tx: Tx,
  account: Sight,
  uuid: string,
  ids: readonly string[],
): Promise<Colleague[]> {
  if (ids.length === 0) return [];
  const { device_id } = await getConversation({ db: tx }, account, uuid);
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const users = await lockColleagues(tx, { accountId: account.id, uuids: [...wanted] });
  if (users.length < wanted.size || users.some((user) => !maySee(user, device_id))) {
    throw new FieldErrors({ mentions: ['must be ids of active users who see this conversation'] });
  }
  return users;
}

/** Of one user, for notices. */
const MAX_UNREAD = 100;
/** Job that tells users of an account what they have not seen. */
export const TELL_JOB = 'notices.tell';

/** Not for the author. The others are notified. */
export async function noteMentions(
  tx: Tx,
  note: { accountId: number; conversationId: number; eventId: number },
  users: readonly Colleague[],
  { author, now }: { author: string | null; now: Date },
): Promise<void> {
  const others = users.filter(({ user_uuid }) => user_uuid !== author).map(({ id }) => id);
  if (others.length === 0) return;
  await store.insertMentions(tx, { ...note, userIds: others, now });
  await enqueue(tx, { name: TELL_JOB, accountId: note.accountId });
}

export interface ShownMention extends store.MentionRow {
  /** Of the contact, or of the person. */
  name: string | null;
}

/** Unread ones of a user, newest first. */
export function listMentions(
  ctx: Context,
  { id: accountId, deviceIds }: Sight,
  { id: userId, name: userName }: StaffCaller,
  page: PageQuery,
): Promise<Page<ShownMention>> {
  return readPage(ctx, {
    ...page,
    list: `mentions of user ${userId}`,
    async read([before = null], limit) {
      const rows = await store.listMentions(ctx.db, { userId, userName, deviceIds, before, limit });
      const phones = rows.flatMap(({ phone }) => spellingsOf(phone));
      const names = await findNames(ctx, accountId, phones);
      return rows.map((row) => ({
        ...row,
        name: spellingsOf(row.phone).flatMap((phone) => names.get(phone) ?? [])[0] ?? row.person_name,
      }));
    },
    placeOf: ({ id }) => [id],
    partsOf: ({ body }) => [body],
  });
}

/** The newest hundred of each user. The caller checks who sees them. */
export function listUnreadMentions(
  { db }: Pick<Context, 'db'>,
  userIds: readonly number[],
): Promise<store.UnreadMention[]> {
  return store.listUnread(db, { userIds, limit: MAX_UNREAD });
}

/** Null: all. Returns how many were unread. */
export function readMentions(
  ctx: Context,
  { id: userId }: StaffCaller,
  ids: readonly string[] | null,
): Promise<number> {
  return store.readMentions(ctx.db, userId, ids);
}
