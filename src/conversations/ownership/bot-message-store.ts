import type { Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import { timerOf } from './idle-times.ts';

interface Target {
  account_id: number;
  device_id: number;
  phone: string;
}

/** An update follows in the same transaction, so a shared lock would end in a deadlock of two sends. */
const LOCK = statement<{ id: number; version: number }, Target>(
  'conversations.lock_for_bot',
  `select c.account_id, h.device_id, c.phone
   from conversations c join channels h on h.id = c.channel_id
   where c.id = :id and c.ownership_version = :version and c.owner_state = 'bot' and h.device_id is not null
   for no key update of c`,
);

/** Undefined when another owner or another version is present. */
export function lockForBot(tx: Tx, id: number, version: number): Promise<Target | undefined> {
  return LOCK.first(tx, { id, version });
}

const NOTE = statement<{ id: number; now: Date }>(
  'conversations.note_bot_message',
  `update conversations set waiting_since = null, last_at = greatest(last_at, :now::timestamptz),
     timer_at = ${timerOf('owner_state', ':now')}
   where id = :id`,
);

/** The automation has answered. */
export async function noteBotMessage(tx: Tx, id: number, now: Date): Promise<void> {
  await NOTE.run(tx, { id, now });
}
