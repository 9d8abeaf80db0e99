import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { publicIdOf } from '../../messages/queue/public-ids.ts';
import type { MessageStatus } from './schema.ts';

export interface RecipientRow {
  broadcast_place: number;
  message_id: number;
  phone: string;
  name: string | null;
  status: MessageStatus;
  error_code: string | null;
  error_message: string | null;
}

export interface RecipientRange {
  accountId: number;
  broadcastId: number;
  after: number;
  limit: number;
}

/** The index messages_broadcast_failed has only messages with an error. */
const list = (name: string, condition: string) =>
  statement<RecipientRange, RecipientRow>(
    name,
    `select m.broadcast_place, m.message_id, m.phone, c.name, m.status, m.error_code, m.error_message
     from (
       select ${publicIdOf('m')} as message_id, broadcast_place, phone, status, error_code, error_message
       from messages m
       where broadcast_id = :broadcastId and broadcast_place > :after and account_id = :accountId ${condition}
       order by broadcast_place limit :limit::bigint
     ) m
     left join lateral (
       select name from contacts where account_id = :accountId and phone = m.phone limit 1
     ) c on true
     order by m.broadcast_place`,
  );

const LIST_ALL = list('broadcasts.list_recipients', '');
const LIST_FAILED = list(
  'broadcasts.list_failed_recipients',
  `and broadcast_id is not null and error_code is not null and status = 'failed'`,
);

/** In the order of sending. */
export function listRecipients(db: Db, isFailed: boolean, range: RecipientRange): Promise<RecipientRow[]> {
  return (isFailed ? LIST_FAILED : LIST_ALL).all(db, range);
}
