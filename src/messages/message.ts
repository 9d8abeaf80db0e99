import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../lib/db/db.ts';
import { ApiError } from '../lib/errors.ts';
import * as statuses from './queue/status-store.ts';
import type { MessageRow } from './store.ts';
import * as store from './store.ts';

/** An outbound message of this account with its latest status; ApiError message_not_found. */
export async function getMessage(ctx: Context, account: Account, id: number): Promise<MessageRow> {
  const message = Number.isSafeInteger(id) ? await store.findMessage(ctx.db, account.id, id) : undefined;
  if (!message) throw new ApiError('message_not_found');
  return message;
}

/** Ends queued messages that no engine has been given, with their events, their quota where one was taken, and the counts of their broadcasts. */
export function failUnsent(tx: Tx, rows: readonly statuses.Unsent[], now: Date): Promise<void> {
  return statuses.failUnsent(tx, rows, now);
}

/** Ends messages that an engine may have sent, of which no word is waited for any more and which must not be sent again. */
export function failUnheard(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  return statuses.failUnheard(tx, ids, now);
}
