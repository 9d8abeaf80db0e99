import type { Context } from '../../context.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import type { MessageRow } from './store.ts';
import * as store from './store.ts';

/** ApiError message_not_found. */
export async function getMessage(ctx: Context, account: Sight, publicId: number): Promise<MessageRow> {
  const message = Number.isSafeInteger(publicId)
    ? await store.findMessage(ctx.db, { accountId: account.id, deviceIds: account.deviceIds, publicId })
    : undefined;
  if (!message) throw new ApiError('message_not_found');
  return message;
}

/** NaN: no id. */
export const publicIdIn = (text: string): number => (/^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN);
