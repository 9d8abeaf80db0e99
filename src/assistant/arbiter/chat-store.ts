import { CAP_COLUMNS, type CapColumns } from '../../gateway/costs/cap/cap.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { CameBy, Chat } from '../chat.ts';
import type { Choice } from '../choices.ts';
import { DEFAULT_DEVICE_BUDGET } from './settings/schema.ts';

/** An earlier decision that sent something, within the last hour. Times in milliseconds. */
export interface RecentAnswer {
  /** When Kurir took the message. */
  taken: number;
  decided: number;
  /** With the delay before it. */
  sent: number;
  text_hash: string | null;
  stage: string;
}

/** A conversation with what decides whether an automation may answer. */
export interface ReadChat extends Chat {
  /** The conversation that shows this one. Null: it is not merged. */
  merged_into: number | null;
  owner_state: 'bot' | 'human_waiting' | 'human_active' | 'closed';
  owner_reason: string | null;
  waiting_since: Date | null;
  last_customer_at: Date | null;
  automation_suppressed: boolean;
  automated: boolean;
  /** The assistant judges its messages in shadow mode. */
  is_watched: boolean;
  account_status: string;
  rejects_calls: boolean;
  device_status: string | null;
  /** Its connection was lost, and can come back. */
  is_device_away: boolean;
  /** The customer is a number of the account itself. */
  is_own_number: boolean;
  /** One of `ignored_phones`. */
  is_ignored: boolean;
  has_quota: boolean;
  /** The number costs, and the account has spent what it may in this month. */
  is_cap_reached: boolean;
  is_over_budget: boolean;
  /** Newest first. As `loop_at`, since staff gave the conversation back. */
  recent: RecentAnswer[];
  /** The last time that a breaker opened. */
  loop_at: Date | null;
  /**
   * The customer got the text of the queue since the conversation waits for staff. With the automation again: its text
   * since the customer waits.
   */
  is_queue_noticed: boolean;
  /** False: the account has switched hand-offs to staff off. */
  hands_off: boolean;
  /** Of the account, as the settings of the assistant have it. Null: never set. */
  language: string | null;
  /** As `automation_accounts` keeps them. */
  settings: object | null;
}

const BUDGET = `case when aa.settings ? 'device_budget_per_minute'
    then coalesce((aa.settings ->> 'device_budget_per_minute')::int, 0) else ${DEFAULT_DEVICE_BUDGET} end`;

/** Flows may answer three times as often as the largest setting of a breaker. */
const MAX_RECENT = 150;

/** As the database has it, with the cap of its account. */
export type FoundChat = Omit<ReadChat, 'is_cap_reached'> & CapColumns;

const READ = statement<{ ids: readonly number[]; accountIds: readonly number[]; now: Date }, FoundChat>(
  'automation.read_chats',
  `select c.id as conversation_id, c.conversation_uuid, c.account_id, c.merged_into, c.person_id, c.phone,
     c.owner_state, c.ownership_version, c.owner_reason, c.waiting_since, c.episode,
     c.bot_context_from as context_from,
     c.last_human_at, c.last_customer_at,
     c.automation_suppressed or c.standby_since is not null as automation_suppressed, ch.automated,
     d.id as device_id, d.device_uuid,
     d.label as device_label, d.engine, d.status as device_status,
     coalesce(d.status = 'disconnected' and d.released_at is null, false) as is_device_away,
     a.kind as network, a.status as account_status, a.rejects_calls, a.cost_cap, a.cost_cap_currency,
     coalesce(k.name, p.name) as person_name, e.entry_point, array(
       select n.name from conversation_labels l
       cross join lateral (select name, deleted_at from labels where id = l.label_id offset 0) n
       where l.conversation_id = c.id and n.deleted_at is null order by n.name
     ) as labels,
     coalesce(aa.version, 0) as automation_version, aa.settings,
     coalesce(s.settings #>> '{handoff,enabled}', 'true') <> 'false' as hands_off,
     s.settings #>> '{languages,0}' as language,
     coalesce(aa.watches_all or d.id = any (aa.watched_devices), false) as is_watched,
     exists (
       select from person_identities i
       cross join lateral (
         select id from channels where account_id = c.account_id and kind = 'whatsapp' and address = i.value limit 1
       ) own
       where i.person_id = c.person_id and i.kind = 'phone'
     ) as is_own_number,
     exists (
       select from person_identities i
       cross join lateral (
         select from automation_ignored_phones where account_id = c.account_id and phone = i.value limit 1
       ) ignored
       where i.person_id = c.person_id and i.kind = 'phone'
     ) as is_ignored,
     q.monthly_quota is null or coalesce((
       select messages_sent from usage_months
       where account_id = c.account_id and period = to_char(:now::timestamptz at time zone 'UTC', 'YYYY-MM')
     ), 0) < q.monthly_quota as has_quota,
     b.budget > 0 and (
       select count(*) from (
         select from automation_decisions
         where device_id = d.id and account_id = c.account_id and sent_ids is not null
           and decided_at > :now::timestamptz - interval '1 minute'
         limit b.budget
       ) sent
     ) >= b.budget as is_over_budget,
     (
       select coalesce(json_agg(json_build_object('taken', (extract(epoch from r.created_at) * 1000)::bigint,
         'decided', (extract(epoch from r.decided_at) * 1000)::bigint,
         'sent', (extract(epoch from r.decided_at) * 1000)::bigint + coalesce(r.delay_ms, 0),
         'text_hash', r.text_hash, 'stage', r.stage)
         order by r.decided_at desc), '[]')
       from (
         select created_at, decided_at, delay_ms, text_hash, stage from automation_decisions
         where conversation_id = c.id and account_id = c.account_id and sent_ids is not null
           and decided_at > greatest(:now::timestamptz - interval '1 hour', g.given_back_at)
         order by decided_at desc limit ${MAX_RECENT}
       ) r
     ) as recent,
     (
       select stage from automation_decisions
       where conversation_id = c.id and account_id = c.account_id and sent_ids is not null
       order by decided_at desc limit 1
     ) as last_stage,
     (
       select decided_at from automation_decisions
       where conversation_id = c.id and account_id = c.account_id and reason = 'loop_suspected'
         and decided_at > coalesce(g.given_back_at, '-infinity')
       order by decided_at desc limit 1
     ) as loop_at,
     coalesce((
       select true from flow_sessions where conversation_id = c.id and account_id = c.account_id limit 1
     ), false) as has_flow_session,
     exists (
       select from automation_decisions
       where conversation_id = c.id and account_id = c.account_id and sent_ids is not null
         and stage = 'queue'
         and decided_at >= case when c.owner_state = 'bot' then c.waiting_since else c.owner_since end
         and reason = case when c.owner_state = 'bot' then 'queue_return' else 'human_waiting' end
     ) as is_queue_noticed
   from unnest(:ids::bigint[], :accountIds::bigint[]) as asked (id, account_id)
   cross join lateral (
     select * from conversations where id = asked.id and account_id = asked.account_id offset 0
   ) c
   cross join lateral (
     select case when c.owner_state = 'bot' and c.owner_reason in ('api', 'inbox') then c.owner_since
     end as given_back_at
   ) g
   cross join lateral (select automated, device_id from channels where id = c.channel_id offset 0) ch
   cross join lateral (
     select kind, status, plan, reject_calls_text is not null as rejects_calls, ${CAP_COLUMNS} from accounts
     where id = c.account_id offset 0
   ) a
   cross join lateral (select monthly_quota from plans where name = a.plan offset 0) q
   cross join lateral (select name from people where id = c.person_id offset 0) p
   left join lateral (
     select id, device_uuid, label, engine, status, released_at from devices where id = ch.device_id limit 1
   ) d on true
   left join lateral (
     select nullif(name, '') as name from contacts where account_id = c.account_id and phone = c.phone limit 1
   ) k on true
   left join lateral (
     select version, settings, watches_all, watched_devices from automation_accounts
     where account_id = c.account_id limit 1
   ) aa on true
   left join lateral (
     select json_build_object('id', entry_point_uuid, 'name', name, 'ad_id', ad_id) as entry_point
     from entry_points where entry_point_uuid = c.entry_point_uuid limit 1
   ) e on true
   left join lateral (select settings from assistants where account_id = c.account_id limit 1) s on true
   cross join lateral (select ${BUDGET} as budget) b`,
);

/** A conversation of an account. */
export interface ChatKey {
  account_id: number;
  conversation_id: number;
}

const idsOf = (chats: readonly ChatKey[]) => ({
  ids: chats.map(({ conversation_id }) => conversation_id),
  accountIds: chats.map(({ account_id }) => account_id),
});

/** Those that exist, in any order. */
export function findChats(db: Db, chats: readonly ChatKey[], now: Date): Promise<FoundChat[]> {
  return READ.all(db, { ...idsOf(chats), now });
}

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
  return LIST_OPEN.all(db, idsOf(chats));
}
