import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../lib/errors.ts';
import type { MessageRow } from './store.ts';
import * as store from './store.ts';

/** ApiError message_not_found. */
export async function getMessage(ctx: Context, account: Account, id: number): Promise<MessageRow> {
  const message = Number.isSafeInteger(id) ? await store.findMessage(ctx.db, account.id, id) : undefined;
  if (!message) throw new ApiError('message_not_found');
  return message;
}
