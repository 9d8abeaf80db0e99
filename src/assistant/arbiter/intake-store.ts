import { type TakeLimits, takeFirst, takeRoundRobin } from '../../gateway/events/take.ts';
import { isGroupSql } from '../../gateway/people/identity.ts';
import { CONVERSATION_OF } from '../../inbox/conversations/conversation-of.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import { AUTOMATION } from './consumer.ts';
import type { Wake } from './producers.ts';

export interface Taken {
  messages: number;
  /** The account after which the next statement goes on. Null: the end. */
  next: number | null;
}

/** SQL: a turn per conversation of the CTE `noted`. A waiting one begins earlier. */
const BEGUN = `
  begun as (
    insert into automation_turns as t (conversation_id, account_id, due_at)
    select n.conversation_id, n.account_id, :now::timestamptz
    from (select distinct conversation_id, account_id from noted) n order by n.conversation_id
    on conflict (conversation_id) do update set version = t.version + 1,
      due_at = case when t.claim is null then least(t.due_at, excluded.due_at) else t.due_at end
  )`;

/** SQL: a member asks the number, and the device answers. No ignored number, and no number of the account. */
const MENTIONS = `d.group_automation = 'mentioned' and details ->> 'mentions_us' = 'true'
        and not exists (
          select from automation_ignored_phones i
          where i.account_id = b.account_id and i.phone = details -> 'sender' ->> 'phone'
        ) and not exists (
          select from channels c
          where c.account_id = b.account_id and c.kind = 'whatsapp' and c.address = details -> 'sender' ->> 'phone'
        )`;

/**
 * SQL: a decision per message of the batch. None without a conversation, in a group without a mention, or for a copy
 * through another device of the number. What cannot be decrypted has one when its readable copy comes. A
 * rating has none.
 */
const NOTED = `found as materialized (
    select b.account_id, c.conversation_id, m.id as message_id, m.public_id, m.wa_message_id
    from batch b
    cross join lateral (select body::json as body from events where id = b.event_id offset 0) e
    cross join lateral (
      select id, group_automation from devices where device_uuid = (e.body ->> 'device_uuid')::uuid limit 1
    ) d
    cross join lateral (
      select id, account_id, device_id, public_id, wa_message_id, phone from messages
      where device_id = d.id and wa_message_id = e.body ->> 'wa_message_id' and direction = 'in'
        and details ->> 'kind' is distinct from 'unreadable' and (details -> 'rated') is null
        and (not ${isGroupSql('phone')} or ${MENTIONS}) limit 1
    ) m
    ${CONVERSATION_OF}
  ), noted as (
    insert into automation_decisions (account_id, conversation_id, message_id, message_public_id, wa_message_id,
      created_at)
    select account_id, conversation_id, message_id, public_id, wa_message_id, :now::timestamptz
    from found order by message_id
    on conflict do nothing
    returning account_id, conversation_id
  ), ${BEGUN}
  select next, (select count(*)::int from noted) as messages from progress`;

const TAKE_FIRST = statement<{ events: number; now: Date }, Taken>(
  'automation.take_first',
  `with ${takeFirst(AUTOMATION)}, ${NOTED}`,
);
const TAKE_ROUND_ROBIN = statement<TakeLimits & { after: number; now: Date }, Taken>(
  'automation.take_round_robin',
  `with recursive ${takeRoundRobin(AUTOMATION, '1')}, ${NOTED}`,
);

export function takeFirstMessages(db: Queryable, limit: number, now: Date): Promise<Taken> {
  return TAKE_FIRST.one(db, { events: limit, now });
}

export function takeMessagesInTurn(
  db: Queryable,
  limits: TakeLimits,
  after: number,
  now: Date,
): Promise<Taken> {
  return TAKE_ROUND_ROBIN.one(db, { ...limits, after, now });
}

const NOTE_WAKES = statement<{
  accountIds: readonly number[];
  conversationIds: readonly number[];
  now: Date;
}>(
  'automation.note_wakes',
  `with noted as (
    insert into automation_decisions (account_id, conversation_id, created_at)
    select w.account_id, w.conversation_id, :now::timestamptz
    from unnest(:accountIds::bigint[], :conversationIds::bigint[]) as w (account_id, conversation_id)
    returning account_id, conversation_id
  ), ${BEGUN}
  select from noted`,
);

export async function noteWakes(tx: Tx, wakes: readonly Wake[], now: Date): Promise<void> {
  await NOTE_WAKES.run(tx, {
    accountIds: wakes.map(({ account_id }) => account_id),
    conversationIds: wakes.map(({ conversation_id }) => conversation_id),
    now,
  });
}
