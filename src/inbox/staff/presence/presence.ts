import type { Context } from '../../../context.ts';
import type { StaffCaller } from '../../../platform/accounts/account.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { Presence } from './schema.ts';
import { WRITE_EVERY_MS } from './seen-users.ts';
import * as store from './store.ts';

/** A minute, plus the time between two writes. */
const PRESENT_MS = MINUTE + WRITE_EVERY_MS;

/** An active user with the presence. */
export interface Present extends store.PresenceRow {
  present: boolean;
}

/** All active users, by name. */
export async function listPresences(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: number,
): Promise<Present[]> {
  const since = now().getTime() - PRESENT_MS;
  const rows = await store.listPresences(db, { accountId });
  return rows.map((row) => ({
    ...row,
    present: row.state === 'available' && row.seen_at !== null && row.seen_at.getTime() > since,
  }));
}

/** Whether automatic assignments may come. */
export async function setPresence(
  ctx: Context,
  { id: accountId }: { id: number },
  { id: userId }: StaffCaller,
  state: Presence,
): Promise<void> {
  await store.setPresence(ctx.db, { accountId, userId, state, now: ctx.now() });
  ctx.bus.publish('presence');
}

/** Not present for at least this time. */
export function isAbsent(
  { state, state_since, seen_at }: Pick<store.PresenceRow, 'state' | 'state_since' | 'seen_at'>,
  ms: number,
  now: Date,
): boolean {
  const since = now.getTime() - ms;
  const isAway = state === 'away' && (state_since?.getTime() ?? 0) <= since;
  return isAway || (seen_at?.getTime() ?? 0) + PRESENT_MS <= since;
}

/** The next automatic assignment goes to others first. */
export function noteAssigned(tx: Tx, assigned: readonly { userId: number; at: Date }[]): Promise<void> {
  return store.noteAssigned(tx, assigned);
}
