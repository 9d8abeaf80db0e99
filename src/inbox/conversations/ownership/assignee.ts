import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { findColleague, maySee } from '../../staff/colleagues/colleague.ts';
import { getConversation } from '../conversation.ts';

/** The name of an active user who sees the conversation. ApiError conversation_not_found; FieldErrors. */
export async function findAssignee(
  ctx: Context,
  account: Sight,
  uuid: string,
  name: string,
): Promise<string> {
  const { device_id: deviceId } = await getConversation(ctx, account, uuid);
  const user = await findColleague(ctx.db, { accountId: account.id, name });
  if (!user) throw new FieldErrors({ assignee: ['must be the name of an active user'] });
  if (!maySee(user, deviceId))
    throw new FieldErrors({ assignee: ['must be a user who sees this conversation'] });
  return user.name;
}
