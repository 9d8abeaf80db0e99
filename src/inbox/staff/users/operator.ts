import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { removeLinks } from '../links/link.ts';
import * as store from './store.ts';
import { getUser, lockUser, type UserRow } from './user.ts';

/**
 * Within a second. Ends links of a new operator: another person may have them. ApiError
 * user_not_found.
 */
export async function setOperator(
  ctx: Context,
  account: { id: number },
  uuid: string,
  isOperator: boolean,
): Promise<UserRow> {
  return ctx.db.transaction(async (tx) => {
    await store.lockUsers(tx, { accountId: account.id });
    const user = await lockUser(tx, account, uuid);
    if (user.is_operator === isOperator) return user;
    await store.setOperator(tx, { id: user.id, isOperator });
    if (isOperator) await removeLinks(tx, { userId: user.id });
    const action = isOperator ? 'user.operator_granted' : 'user.operator_revoked';
    await record(tx, ctx, [{ action, accountId: account.id, target: uuid }]);
    return getUser({ db: tx }, account, uuid);
  });
}
