import type { Db } from '../lib/db/db.ts';
import type { MessageStatus } from './schema.ts';

export interface MessageRow {
  id: number;
  status: MessageStatus;
  wa_message_id: string | null;
  type: string;
  created_at: Date;
  error_code: string | null;
  error_message: string | null;
}

/** An outbound message of this account. */
export async function findMessage(db: Db, accountId: number, id: number): Promise<MessageRow | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['id', 'status', 'wa_message_id', 'type', 'created_at', 'error_code', 'error_message'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('direction', '=', 'out')
    .executeTakeFirst();
  return row as MessageRow | undefined; // 'received' is a status of inbound messages only
}
