import type { Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import type { PresentOwner } from '../ownership/ownership.ts';

const LOCK = statement<{ id: number; deviceId: number | null }, PresentOwner>(
  'conversations.lock_for_reply',
  `select c.owner_state, c.ownership_version, c.assignee from conversations c
   where c.id = :id and c.merged_into is null
     and (select device_id from channels where id = c.channel_id) is not distinct from :deviceId::bigint
   for no key update of c`,
);

/**
 * Returns the owner. Undefined when the conversation was merged into another one, or another device
 * speaks for its number.
 */
export function lockForReply(
  tx: Tx,
  { id, device_id: deviceId }: { id: number; device_id: number | null },
): Promise<PresentOwner | undefined> {
  return LOCK.first(tx, { id, deviceId });
}
