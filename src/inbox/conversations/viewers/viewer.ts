import type { Context } from '../../../context.ts';
import type { Sight, StaffCaller } from '../../../platform/accounts/account.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { namesOf } from '../../staff/colleagues/colleague.ts';
import { getConversation } from '../conversation.ts';
import { noteStaff } from '../ownership/ownership.ts';
import type { Viewer } from './schema.ts';
import * as store from './store.ts';

const VIEWING_MS = 30 * SECOND;
const TYPING_MS = 6 * SECOND;
/** Clients repeat the sign each few seconds. */
const SIGN_MS = 1 * MINUTE;
const CHUNK = 1_000;

/**
 * Typing, like a note, postpones the return to the automation and the away text. ApiError
 * conversation_not_found.
 */
export async function lookAt(
  ctx: Context,
  account: Sight,
  { user, uuid, state }: { user: StaffCaller; uuid: string; state: 'viewing' | 'typing' | 'left' },
): Promise<void> {
  const { id: conversationId, last_human_at: signed } = await getConversation(ctx, account, uuid);
  const now = ctx.now().getTime();
  const of = { conversationId, userId: user.id };
  if (state === 'left') await store.leave(ctx.db, of);
  else {
    const typingUntil = state === 'typing' ? new Date(now + TYPING_MS) : null;
    const viewingUntil = new Date(now + VIEWING_MS);
    await store.look(ctx.db, { ...of, accountId: account.id, viewingUntil, typingUntil });
    const isSign = typingUntil !== null && now - (signed?.getTime() ?? 0) >= SIGN_MS;
    if (isSign) await ctx.db.transaction((tx) => noteStaff(tx, { id: conversationId, now: ctx.now() }));
  }
  ctx.bus.publish('viewers');
}

/** ApiError conversation_not_found. */
export async function viewersOf(ctx: Context, account: Sight, uuid: string): Promise<Viewer[]> {
  const { id } = await getConversation(ctx, account, uuid);
  const rows = await store.listViewers(ctx.db, { conversationId: id, now: ctx.now() });
  return (await withNames(ctx, rows)).map(({ viewer }) => viewer);
}

export interface Viewed {
  account_id: number;
  conversation_uuid: string;
  /** Null: only for users who see all devices. */
  device_id: number | null;
  viewers: Viewer[];
}

/**
 * Streams compare answers, after each `viewers` event and each second: views end without an event.
 */
export async function listViewed(
  ctx: Pick<Context, 'db' | 'now'>,
  accountIds: readonly number[],
): Promise<Viewed[]> {
  const rows = await store.listViewed(ctx.db, { accountIds, now: ctx.now() });
  const viewers = await withNames(ctx, rows);
  const viewed = new Map<string, Viewed>();
  for (const { account_id, conversation_uuid, device_id, viewer } of viewers) {
    const one = viewed.get(conversation_uuid) ?? { account_id, conversation_uuid, device_id, viewers: [] };
    viewed.set(conversation_uuid, one);
    one.viewers.push(viewer);
  }
  return [...viewed.values()];
}

/** Without users who are disabled. */
async function withNames<Row extends store.ViewerRow>(
  ctx: Pick<Context, 'db'>,
  rows: readonly Row[],
): Promise<(Row & { viewer: Viewer })[]> {
  if (rows.length === 0) return [];
  const names = await namesOf(ctx.db, [...new Set(rows.map(({ user_id }) => user_id))]);
  return rows.flatMap((row) => {
    const user = names.get(row.user_id);
    const state = row.is_typing ? 'typing' : 'viewing';
    return user ? [{ ...row, viewer: { ...user, state } }] : [];
  });
}

export async function deleteEndedViews(ctx: Context, stopped?: AbortSignal): Promise<void> {
  const now = ctx.now();
  let deleted: number;
  do {
    deleted = await store.deleteEnded(ctx.db, { before: now, limit: CHUNK });
  } while (deleted === CHUNK && !stopped?.aborted);
}
