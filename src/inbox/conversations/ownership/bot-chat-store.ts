import { CAP_COLUMNS, type CapColumns } from '../../../gateway/costs/cap/cap.ts';
import type { EngineKind } from '../../../gateway/engines/kinds.ts';
import { isOptedOut } from '../../../gateway/people/identity.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { hasUnits } from '../../../platform/usage/quota.ts';

export interface ChatKey {
  account_id: number;
  conversation_id: number;
}

export interface BotChat extends ChatKey, CapColumns {
  conversation_uuid: string;
  /** Null: not merged. */
  merged_into: number | null;
  person_id: number;
  /** Of the contact, else of the person. */
  person_name: string | null;
  /** As `messages.phone` has it. */
  phone: string;
  /** All numbers of the customer. */
  phones: readonly string[];
  owner_state: 'bot' | 'human_waiting' | 'human_active' | 'closed';
  owner_reason: string | null;
  owner_since: Date | null;
  /** The version of all messages of a decision. */
  ownership_version: number;
  waiting_since: Date | null;
  episode: number;
  /** Row id of the first known message, or null. */
  context_from: number | null;
  /** Last sign of staff. */
  last_human_at: Date | null;
  last_customer_at: Date | null;
  /** Of broadcasts, and so of automations. */
  is_opted_out: boolean;
  automation_suppressed: boolean;
  automated: boolean;
  /** The device that speaks for the number now. */
  device_id: number;
  device_uuid: string;
  device_label: string | null;
  engine: EngineKind;
  device_status: string | null;
  /** Its connection is lost, and can come back. */
  is_device_away: boolean;
  network: 'live' | 'sandbox';
  account_status: string;
  rejects_calls: boolean;
  has_quota: boolean;
  /** The customer is a number of the account. */
  is_own_number: boolean;
  /** Of the last arrival, or null. */
  entry_point: { id: string; name: string; ad_id: string | null } | null;
  labels: readonly string[];
}

const FIND = statement<{ ids: readonly number[]; accountIds: readonly number[]; now: Date }, BotChat>(
  'conversations.find_bot_chats',
  `select c.id as conversation_id, c.conversation_uuid, c.account_id, c.merged_into, c.person_id, c.phone,
     c.owner_state, c.ownership_version, c.owner_reason, c.owner_since, c.waiting_since, c.episode,
     c.bot_context_from as context_from, c.last_human_at, c.last_customer_at,
     c.automation_suppressed or c.standby_since is not null as automation_suppressed, ch.automated,
     d.id as device_id, d.device_uuid, d.label as device_label, d.engine, d.status as device_status,
     coalesce(d.status = 'disconnected' and d.released_at is null, false) as is_device_away,
     a.kind as network, a.status as account_status, a.rejects_calls, a.cost_cap, a.cost_cap_currency, a.has_quota,
     coalesce(k.name, p.name) as person_name, e.entry_point, i.phones, i.is_own_number,
     ${isOptedOut('c.person_id')} as is_opted_out, array(
       select n.name from conversation_labels l
       cross join lateral (select name, deleted_at from labels where id = l.label_id offset 0) n
       where l.conversation_id = c.id and n.deleted_at is null order by n.name
     ) as labels
   from unnest(:ids::bigint[], :accountIds::bigint[]) as asked (id, account_id)
   cross join lateral (
     select * from conversations where id = asked.id and account_id = asked.account_id offset 0
   ) c
   cross join lateral (select automated, device_id from channels where id = c.channel_id offset 0) ch
   cross join lateral (
     select kind, status, reject_calls_text is not null as rejects_calls, ${CAP_COLUMNS},
       ${hasUnits('accounts.id', 'accounts.plan', ':now::timestamptz')} as has_quota
     from accounts where id = c.account_id offset 0
   ) a
   cross join lateral (select name from people where id = c.person_id offset 0) p
   cross join lateral (
     select coalesce(array_agg(n.value), '{}') as phones, count(own.id) > 0 as is_own_number
     from person_identities n
     left join lateral (
       select id from channels where account_id = c.account_id and kind = 'whatsapp' and address = n.value limit 1
     ) own on true
     where n.person_id = c.person_id and n.kind = 'phone'
   ) i
   left join lateral (
     select id, device_uuid, label, engine, status, released_at from devices where id = ch.device_id limit 1
   ) d on true
   left join lateral (
     select nullif(name, '') as name from contacts where account_id = c.account_id and phone = c.phone limit 1
   ) k on true
   left join lateral (
     select json_build_object('id', entry_point_uuid, 'name', name, 'ad_id', ad_id) as entry_point
     from entry_points where entry_point_uuid = c.entry_point_uuid limit 1
   ) e on true`,
);

/** Those that exist, in any order. */
export function findBotChats(db: Db, chats: readonly ChatKey[], now: Date): Promise<BotChat[]> {
  return FIND.all(db, {
    ids: chats.map(({ conversation_id }) => conversation_id),
    accountIds: chats.map(({ account_id }) => account_id),
    now,
  });
}
