import type { Context } from '../../../context.ts';
import type { StaffCaller } from '../../../platform/accounts/account.ts';
import { isAtLeast } from '../../../platform/accounts/role.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type InboxView, MAX_VIEWS, type SaveView } from './schema.ts';
import * as store from './store.ts';

type Account = { id: number };

/** Of the user, and shared ones. */
export async function listViews(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Account,
  { id: userId }: StaffCaller,
): Promise<InboxView[]> {
  const rows = await store.listViews(ctx.db, { accountId, userId, limit: 2 * MAX_VIEWS });
  return rows.map(viewOf);
}

/** ApiError insufficient_role: agents share none. FieldErrors at the limit. */
export function saveView(
  ctx: Context,
  { id: accountId }: Account,
  staff: StaffCaller,
  { name, filter, is_shared }: SaveView,
): Promise<InboxView> {
  if (is_shared && !isAtLeast(staff.role, 'admin')) throw new ApiError('insufficient_role');
  const scope = { accountId, userId: is_shared ? null : staff.id };
  return ctx.db.transaction(async (tx) => {
    await store.lockViews(tx, { accountId });
    const { count } = await store.countOthers(tx, { ...scope, name });
    if (count >= MAX_VIEWS)
      throw new FieldErrors({ name: [`there are ${MAX_VIEWS} views already; remove one first`] });
    const saved = { ...scope, name, filter: JSON.stringify(filter), now: ctx.now() };
    return viewOf(await store.saveView(tx, saved));
  });
}

/** One that is gone, or not theirs to remove, changes nothing. */
export async function removeView(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Account,
  { id: userId, role }: StaffCaller,
  uuid: string,
): Promise<void> {
  await store.deleteView(ctx.db, { accountId, userId, uuid, withShared: isAtLeast(role, 'admin') });
}

const viewOf = ({ view_uuid: id, ...view }: store.ViewRow): InboxView => ({ id, ...view });
