import { isGroupSql } from '../../gateway/people/identity.ts';
import type { ChatKey } from '../../inbox/conversations/ownership/bot-chat.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { CameBy } from '../chat.ts';
import type { Choice } from '../choices.ts';
import type { ClaimedTurn } from './turn-store.ts';

/** Not made yet, with its message. */
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
  kind: string | null;
  choice_id: string | null;
  at: Date | null;
  /** The provider's id. */
  wa_message_id: string | null;
  /** The same of the message whose text it replaces. */
  edit_of: string | null;
  came_by: CameBy | null;
  /** The member of a group who wrote it. */
  sender: { phone: string; name: string | null } | null;
  /** Of the last menu. */
  picked?: Choice;
  text_hash: string | null;
}

export type ListedDecision = Omit<OpenDecision, 'text_hash'>;

export const MAX_OPEN = 20;

const LIST_OPEN = statement<{ ids: readonly number[]; accountIds: readonly number[] }, ListedDecision>(
  'automation.list_open_decisions',
  `select o.*, m.type, m.body, m.kind, m.choice_id, m.at, m.edit_of, m.sender, t.came_by
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
       case when ${isGroupSql('m.phone')} then m.details -> 'sender' end as sender,
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

/** In the order of their messages. */
export function listOpenDecisions(db: Db, chats: readonly ChatKey[]): Promise<ListedDecision[]> {
  return LIST_OPEN.all(db, {
    ids: chats.map(({ conversation_id }) => conversation_id),
    accountIds: chats.map(({ account_id }) => account_id),
  });
}

export interface DecisionColumns {
  stage: string;
  outcome: string;
  reason: string;
  rule_id?: string | undefined;
  flow_id?: string | undefined;
  node_id?: string | undefined;
  faq_id?: string | undefined;
  score?: number | undefined;
  candidates?: readonly object[] | undefined;
  sources?: readonly object[] | null;
  /** It answers this message too. */
  joined_uuid?: string;
  sent_ids?: readonly number[];
  device_id?: number;
  text_hash?: string | null;
  delay_ms?: number;
  menu?: readonly object[] | null;
  ms?: number;
}

export interface Decided extends DecisionColumns {
  id: number;
  account_id: number;
  conversation_id: number;
}

interface DecideParams {
  rows: string;
  conversationIds: readonly number[];
  now: Date;
  /** Of turns. */
  endIds: readonly number[];
  endAccountIds: readonly number[];
  versions: readonly number[];
  claims: readonly string[];
}

// By the index of open decisions. Turns in the order in which the intake locks them.
const DECIDE = statement<DecideParams, { decided: number; ended: number[] }>(
  'automation.decide',
  `with decided as (
    update automation_decisions d set state = 'decided', stage = s.stage, outcome = s.outcome, reason = s.reason,
      rule_id = s.rule_id, flow_id = s.flow_id, node_id = s.node_id, faq_id = s.faq_id, score = s.score,
      candidates = s.candidates, sources = s.sources, joined_uuid = s.joined_uuid, sent_ids = s.sent_ids,
      device_id = s.device_id, text_hash = s.text_hash, delay_ms = s.delay_ms, menu = s.menu, ms = s.ms,
      decided_at = :now
    from jsonb_to_recordset(:rows::jsonb) as s (id bigint, account_id bigint, conversation_id bigint, stage text,
      outcome text, reason text, rule_id text, flow_id text, node_id text, faq_id text, score real,
      candidates jsonb, sources jsonb, joined_uuid uuid, sent_ids bigint[], device_id bigint, text_hash text,
      delay_ms int, menu jsonb, ms int)
    where d.conversation_id = any (:conversationIds::bigint[]) and d.state <> 'decided'
      and d.conversation_id = s.conversation_id and d.account_id = s.account_id and d.id = s.id
    returning d.id
  ), locked as materialized (
    select conversation_id from automation_turns where conversation_id = any (:endIds::bigint[])
    order by conversation_id for update
  ), ended as (
    delete from automation_turns t
    using unnest(:endIds::bigint[], :endAccountIds::bigint[], :versions::int[], :claims::uuid[])
      as e (conversation_id, account_id, version, claim)
    where t.conversation_id = any (array(select conversation_id from locked))
      and t.conversation_id = e.conversation_id and t.account_id = e.account_id and t.version = e.version
      and t.claim = e.claim
    returning t.conversation_id
  )
  select (select count(*)::int from decided) as decided, array(select conversation_id from ended) as ended`,
);

/**
 * `decided`: how many were open; another process has decided the others. `ended`: conversations without a new message,
 * whose claim was held.
 */
export async function decide(
  db: Queryable,
  decided: readonly Decided[],
  ends: readonly ClaimedTurn[],
  now: Date,
): Promise<{ decided: number; ended: Set<number> }> {
  const row = await DECIDE.one(db, {
    rows: JSON.stringify(decided),
    conversationIds: decided.map((each) => each.conversation_id),
    now,
    endIds: ends.map(({ conversation_id }) => conversation_id),
    endAccountIds: ends.map(({ account_id }) => account_id),
    versions: ends.map(({ version }) => version),
    claims: ends.map(({ claim }) => claim),
  });
  return { decided: row.decided, ended: new Set(row.ended) };
}

interface Of {
  accountId: number;
  conversationId: number;
}

const HOLD = statement<Of & { ids: readonly number[]; now: Date }>(
  'automation.hold_decisions',
  `update automation_decisions set state = 'held', held_at = :now
   where conversation_id = :conversationId and account_id = :accountId and id = any (:ids::bigint[])
     and state = 'waiting'`,
);

/** No step took them alone. */
export async function holdDecisions(db: Queryable, of: Of, ids: readonly number[], now: Date): Promise<void> {
  await HOLD.run(db, { ...of, ids, now });
}

/** More than the messages between two signs of staff. */
const MAX_MESSAGES = 500;

const LIST_MESSAGES = statement<Of & { from: number }, { message_id: number }>(
  'automation.list_decided_messages',
  `select message_id from (
     select message_id from automation_decisions
     where conversation_id = :conversationId and account_id = :accountId order by id desc limit ${MAX_MESSAGES}
   ) newest where message_id >= :from::bigint`,
);

/** Row ids, from this message on. */
export async function listMessages(db: Queryable, since: Of & { from: number }): Promise<number[]> {
  return (await LIST_MESSAGES.all(db, since)).map(({ message_id }) => message_id);
}

export interface Menu {
  conversation_id: number;
  /** Row id of its last message. */
  message_id: number;
  choices: readonly Choice[];
}

const FIND_MENUS = statement<{ ids: readonly number[]; accountIds: readonly number[]; since: Date }, Menu>(
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

/** Of chats whose newest message of the business came with a menu, since the present owner and `since`. */
export function findMenus(db: Db, chats: readonly ChatKey[], since: Date): Promise<Menu[]> {
  const ids = chats.map(({ conversation_id }) => conversation_id);
  return FIND_MENUS.all(db, { ids, accountIds: chats.map(({ account_id }) => account_id), since });
}

interface Background {
  rule_name: string | null;
  flow_name: string | null;
  candidates: { question: string; score: number }[] | null;
}

interface BackgroundParams {
  accountId: number;
  conversationId: number;
  from: number;
  rule: string | null;
  flow: string | null;
}

const MAX_DECISIONS = 20;

export const findBackground = statement<BackgroundParams, Background>(
  'automation.find_background',
  `select
     (select name from auto_replies where rule_uuid = :rule::uuid and account_id = :accountId) as rule_name,
     (select name from flows where flow_uuid = :flow::uuid and account_id = :accountId) as flow_name,
     (
       select candidates from (
         select id, message_id, candidates from automation_decisions
         where conversation_id = :conversationId and account_id = :accountId
         order by id desc limit ${MAX_DECISIONS}
       ) newest
       where candidates <> '[]' and message_id >= :from::bigint
       order by id desc limit 1
     ) as candidates`,
).inTx.one;
