import type { Context } from '../../context.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { getConversation } from './conversation.ts';
import { withDetails } from './details.ts';
import type { Conversation } from './schema.ts';
import { viewConversation } from './view.ts';

/** A conversation as answers have it. ApiError conversation_not_found. */
export async function showConversation(ctx: Context, account: Sight, uuid: string): Promise<Conversation> {
  const row = await getConversation(ctx, account, uuid);
  const [detail] = await withDetails(ctx, account.id, [row]);
  if (!detail) throw new ApiError('conversation_not_found');
  return viewConversation(detail, account);
}
