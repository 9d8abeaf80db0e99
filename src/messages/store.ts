import { type Queryable, statement } from '../lib/db/statement.ts';
import { findByPublicId, publicIdOf } from './queue/public-ids.ts';
import type { MessageStatus } from './schema.ts';

export interface MessageRow {
  public_id: number;
  status: MessageStatus;
  wa_message_id: string | null;
  type: string;
  created_at: Date;
  error_code: string | null;
  error_message: string | null;
}

const COLUMNS = `
  ${publicIdOf('m')} as public_id, status, wa_message_id, type, created_at, error_code, error_message`;

const FIND = statement<{ accountId: number; publicId: number }, MessageRow>(
  'messages.find',
  findByPublicId(COLUMNS, ':accountId', ':publicId'),
);

export function findMessage(
  db: Queryable,
  accountId: number,
  publicId: number,
): Promise<MessageRow | undefined> {
  return FIND.first(db, { accountId, publicId });
}
