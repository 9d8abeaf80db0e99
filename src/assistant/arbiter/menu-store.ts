import type { ChatKey } from '../../inbox/conversations/ownership/bot-chat.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Choice } from '../choices.ts';

/** The last menu of a chat. */
export interface Menu {
  conversation_id: number;
  /** Row id of the last message that came with it. */
  message_id: number;
  choices: readonly Choice[];
}

const FIND = statement<{ ids: readonly number[]; accountIds: readonly number[]; since: Date }, Menu>(
  'automation.find_menus',
  `select asked.id as conversation_id, m.id as message_id, d.menu as choices
   from unnest(:ids::bigint[], :accountIds::bigint[]) as asked (id, account_id)
   cross join lateral (
     select owner_since from conversations where id = asked.id and account_id = asked.account_id offset 0
   ) c
   cross join lateral (
     select menu, sent_ids[cardinality(sent_ids)] as sent_id from automation_decisions
     where conversation_id = asked.id and account_id = asked.account_id and sent_ids is not null
       and decided_at >= greatest(:since::timestamptz, c.owner_since)
     order by decided_at desc limit 1
   ) d
   cross join lateral (
     select id, device_id, phone, status from messages
     where account_id = asked.account_id and public_id = d.sent_id limit 1
   ) m
   where d.menu is not null and m.status <> 'failed' and (
     select n.id from messages n
     where n.device_id = m.device_id and n.phone = m.phone and length(n.phone) <= 512 and n.id > m.id
       and n.direction = 'out' and n.status <> 'failed'
     order by n.id limit 1
   ) is null`,
);

/** Those of the chats whose newest message of the business came with a menu, since the present owner and `since`. */
export function findMenus(db: Db, chats: readonly ChatKey[], since: Date): Promise<Menu[]> {
  const ids = chats.map(({ conversation_id }) => conversation_id);
  return FIND.all(db, { ids, accountIds: chats.map(({ account_id }) => account_id), since });
}
