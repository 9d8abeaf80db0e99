import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { ClaimedTurn } from './turn-store.ts';

/** The outcome of one message, as it is kept. */
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
  /** The decision that answers this message too. */
  joined_uuid?: string;
  sent_ids?: readonly number[];
  device_id?: number;
  text_hash?: string | null;
  /** How long the answer waits before it is sent. */
  delay_ms?: number;
  /** The choices of the last menu that was sent. */
  menu?: readonly object[] | null;
  ms?: number;
}

export interface Decided extends DecisionColumns {
  id: number;
  account_id: number;
  conversation_id: number;
}

interface Params {
  rows: string;
  conversationIds: readonly number[];
  now: Date;
  /** Of turns. */
  endIds: readonly number[];
  endAccountIds: readonly number[];
  versions: readonly number[];
  claims: readonly string[];
}

// Decisions by the index of open ones, which few conversations have. Turns in one order, as the intake takes them.
const DECIDE = statement<Params, { decided: number; ended: number[] }>(
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
 * Of any number of conversations. `decided`: how many were open, because another process has decided the others.
 * `ended`: conversations whose turns ended. The others got a message meanwhile, or their claim ended.
 */
export async function decide(
  db: Queryable,
  decided: readonly Decided[],
  ends: readonly ClaimedTurn[],
  now: Date,
): Promise<{ decided: number; ended: Set<number> }> {
  const row = await DECIDE.one(db, {
    ...{ rows: JSON.stringify(decided), conversationIds: decided.map((each) => each.conversation_id), now },
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

/** Nothing took these messages at once. The assistant waits for more of them. */
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

/** Row ids of the messages of a conversation that were decided, from this one on, at most the newest 500. */
export async function listMessages(db: Queryable, since: Of & { from: number }): Promise<number[]> {
  return (await LIST_MESSAGES.all(db, since)).map(({ message_id }) => message_id);
}
