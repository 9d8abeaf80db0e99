import type { BotChat } from '../../inbox/conversations/ownership/bot-chat.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import { DEFAULT_DEVICE_BUDGET } from './settings/schema.ts';

/** Of the last hour. Times in milliseconds. */
export interface RecentAnswer {
  /** When Kurir took the message. */
  taken: number;
  decided: number;
  /** With the delay before it. */
  sent: number;
  text_hash: string | null;
  stage: string;
}

export interface ChatFacts {
  automation_version: number;
  kept_settings: object | null;
  is_watched: boolean;
  is_ignored: boolean;
  /** The device has sent the answers of its minute. */
  is_over_budget: boolean;
  /** Newest first. As `loop_at`, since staff gave the conversation back. */
  recent: RecentAnswer[];
  last_stage: string | null;
  loop_at: Date | null;
  has_flow_session: boolean;
  /** Its text was sent since staff is awaited, or since the automation has the conversation again. */
  is_queue_noticed: boolean;
  hands_off: boolean;
  language: string | null;
}

interface Params {
  ids: readonly number[];
  accountIds: readonly number[];
  deviceIds: readonly (number | null)[];
  phones: readonly string[];
  givenBackAts: readonly (Date | null)[];
  queuedAts: readonly (Date | null)[];
  queueReasons: readonly string[];
  now: Date;
}

const BUDGET = `case when aa.settings ? 'device_budget_per_minute'
    then coalesce((aa.settings ->> 'device_budget_per_minute')::int, 0) else ${DEFAULT_DEVICE_BUDGET} end`;

/** Three times the largest setting of a breaker, for flows. */
const MAX_RECENT = 150;

/** SQL: that sent something. */
const SENT = `from automation_decisions
       where conversation_id = asked.id and account_id = asked.account_id and sent_ids is not null`;

const READ = statement<Params, ChatFacts & { conversation_id: number }>(
  'automation.read_chat_facts',
  `select asked.id as conversation_id, coalesce(aa.version, 0) as automation_version,
     aa.settings as kept_settings,
     coalesce(s.settings #>> '{handoff,enabled}', 'true') <> 'false' as hands_off,
     s.settings #>> '{languages,0}' as language,
     coalesce(aa.watches_all or asked.device_id = any (aa.watched_devices), false) as is_watched,
     exists (
       select from json_array_elements_text(asked.phones::json) p
       cross join lateral (
         select from automation_ignored_phones where account_id = asked.account_id and phone = p.value limit 1
       ) ignored
     ) as is_ignored,
     b.budget > 0 and (
       select count(*) from (
         select from automation_decisions
         where device_id = asked.device_id and account_id = asked.account_id and sent_ids is not null
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
         select created_at, decided_at, delay_ms, text_hash, stage ${SENT}
           and decided_at > greatest(:now::timestamptz - interval '1 hour', asked.given_back_at)
         order by decided_at desc limit ${MAX_RECENT}
       ) r
     ) as recent,
     (select stage ${SENT} order by decided_at desc limit 1) as last_stage,
     (
       select decided_at from automation_decisions
       where conversation_id = asked.id and account_id = asked.account_id and reason = 'loop_suspected'
         and decided_at > coalesce(asked.given_back_at, '-infinity')
       order by decided_at desc limit 1
     ) as loop_at,
     coalesce((
       select true from flow_sessions where conversation_id = asked.id and account_id = asked.account_id limit 1
     ), false) as has_flow_session,
     exists (
       select ${SENT} and stage = 'queue' and decided_at >= asked.queued_at and reason = asked.queue_reason
     ) as is_queue_noticed
   from unnest(:ids::bigint[], :accountIds::bigint[], :deviceIds::bigint[], :phones::text[],
     :givenBackAts::timestamptz[], :queuedAts::timestamptz[], :queueReasons::text[])
     as asked (id, account_id, device_id, phones, given_back_at, queued_at, queue_reason)
   left join lateral (
     select version, settings, watches_all, watched_devices from automation_accounts
     where account_id = asked.account_id limit 1
   ) aa on true
   left join lateral (select settings from assistants where account_id = asked.account_id limit 1) s on true
   cross join lateral (select ${BUDGET} as budget) b`,
);

export async function readFacts(
  db: Db,
  chats: readonly BotChat[],
  now: Date,
): Promise<Map<number, ChatFacts>> {
  const isBot = ({ owner_state }: BotChat) => owner_state === 'bot';
  const rows = await READ.all(db, {
    ids: chats.map(({ conversation_id }) => conversation_id),
    accountIds: chats.map(({ account_id }) => account_id),
    deviceIds: chats.map(({ device_id }) => device_id),
    phones: chats.map(({ phones }) => JSON.stringify(phones)),
    givenBackAts: chats.map((chat) =>
      isBot(chat) && ['api', 'inbox'].includes(chat.owner_reason ?? '') ? chat.owner_since : null,
    ),
    queuedAts: chats.map((chat) => (isBot(chat) ? chat.waiting_since : chat.owner_since)),
    queueReasons: chats.map((chat) => (isBot(chat) ? 'queue_return' : 'human_waiting')),
    now,
  });
  return new Map(rows.map(({ conversation_id, ...facts }) => [conversation_id, facts]));
}
