import { type Queryable, statement } from '../lib/db/statement.ts';
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

const FIND = statement<{ accountId: number; id: number }, MessageRow>(
  'messages.find',
  `select id, status, wa_message_id, type, created_at, error_code, error_message from messages
   where account_id = :accountId and id = :id and direction = 'out'`,
);

export function findMessage(db: Queryable, accountId: number, id: number): Promise<MessageRow | undefined> {
  return FIND.first(db, { accountId, id });
}
