import type { ChatKey } from '../../inbox/conversations/ownership/bot-chat.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { CameBy } from '../chat.ts';
import type { Choice } from '../choices.ts';

/** A decision that is not made yet, with its message. */
export interface OpenDecision {
  id: number;
  decision_uuid: string;
  conversation_id: number;
  state: 'waiting' | 'held';
  held_at: Date | null;
  created_at: Date;
  /** Null: a flow wakes. */
  message_id: number | null;
  public_id: number | null;
  /** Null: the message is gone. */
  type: string | null;
  body: string | null;
  /** Of a message that is more than its text, such as `location`. */
  kind: string | null;
  choice_id: string | null;
  at: Date | null;
  /** The provider's id. */
  wa_message_id: string | null;
  /** The provider's id of the message whose text it replaces. */
  edit_of: string | null;
  /** Null: through no entry point. */
  came_by: CameBy | null;
  /** The choice of the last menu whose number the text is. */
  picked?: Choice;
  /** Of its text, to find repetitions. */
  text_hash: string | null;
}

/** As the database has it. */
export type ListedDecision = Omit<OpenDecision, 'text_hash'>;

/** Of one turn at a time. */
export const MAX_OPEN = 20;

const LIST_OPEN = statement<{ ids: readonly number[]; accountIds: readonly number[] }, ListedDecision>(
  'automation.list_open_decisions',
  `select o.*, m.type, m.body, m.kind, m.choice_id, m.at, m.edit_of, t.came_by
   from unnest(:ids::bigint[], :accountIds::bigint[]) as asked (id, account_id)
   cross join lateral (
     select id, account_id, decision_uuid, conversation_id, state, held_at, created_at, message_id,
       message_public_id as public_id, wa_message_id
     from automation_decisions
     where conversation_id = asked.id and account_id = asked.account_id and state <> 'decided'
     order by id limit ${MAX_OPEN}
   ) o
   left join lateral (
     select m.type, kurir_shown_text(m.body, m.details) as body, m.details ->> 'kind' as kind,
       m.details ->> 'choice_id' as choice_id, m.created_at as at,
       (
         select e.wa_message_id from messages e
         where e.device_id = m.device_id and e.wa_message_id = m.details #>> '{edit,original_message_id}'
           and e.direction = 'in' and e.phone = m.phone limit 1
       ) as edit_of
     from messages m where m.id = o.message_id and m.account_id = o.account_id limit 1
   ) m on true
   left join lateral (
     select json_build_object('entry_point_id', entry_point_uuid, 'ad_id', referral ->> 'ad_id') as came_by
     from conversation_touches where message_id = o.message_id limit 1
   ) t on true
   order by o.id`,
);

/** In the order of their messages, at most `MAX_OPEN` of each conversation. */
export function listOpenDecisions(db: Db, chats: readonly ChatKey[]): Promise<ListedDecision[]> {
  return LIST_OPEN.all(db, {
    ids: chats.map(({ conversation_id }) => conversation_id),
    accountIds: chats.map(({ account_id }) => account_id),
  });
}
