import { type Queryable, statement } from '../../lib/db/statement.ts';

/** The outcome of one message, as it is kept. */
export interface DecisionColumns {
  stage: string;
  outcome: string;
  reason: string;
  rule_id: string | null;
  flow_id: string | null;
  node_id: string | null;
  faq_id: string | null;
  score: number | null;
  /** JSON. */
  candidates: string | null;
  /** JSON. */
  sources: string | null;
  sent_ids: readonly number[] | null;
  device_id: number | null;
  text_hash: string | null;
  /** How long the answer waits before it is sent. */
  delay_ms: number | null;
  /** JSON: the choices of the last menu that was sent. */
  menu: string | null;
  ms: number | null;
}

interface Of {
  accountId: number;
  conversationId: number;
  now: Date;
}

/** By the index of open decisions, which few conversations have. */
const DECIDE = statement<DecisionColumns & Of & { id: number }>(
  'automation.decide',
  `update automation_decisions set state = 'decided', stage = :stage, outcome = :outcome, reason = :reason,
     rule_id = :rule_id, flow_id = :flow_id, node_id = :node_id, faq_id = :faq_id, score = :score::real,
     candidates = :candidates::jsonb, sources = :sources::jsonb,
     sent_ids = :sent_ids::bigint[], device_id = :device_id::bigint, text_hash = :text_hash,
     delay_ms = :delay_ms::int, menu = :menu::jsonb, ms = :ms::int, decided_at = :now
   where conversation_id = :conversationId and account_id = :accountId and id = :id and state <> 'decided'`,
);

/** False: another process has decided. */
export async function decide(db: Queryable, of: Of, id: number, columns: DecisionColumns): Promise<boolean> {
  return (await DECIDE.run(db, { id, ...of, ...columns })) === 1;
}

const JOIN = statement<Of & { ids: readonly number[]; uuid: string; stage: string }>(
  'automation.join_decisions',
  `update automation_decisions set state = 'decided', stage = :stage, outcome = 'joined', reason = 'joined',
     joined_uuid = :uuid::uuid, decided_at = :now
   where conversation_id = :conversationId and account_id = :accountId and id = any (:ids::bigint[])
     and state <> 'decided'`,
);

/** Another decision of this stage answers them. Returns their number. */
export function joinDecisions(
  db: Queryable,
  of: Of,
  ids: readonly number[],
  { uuid, stage }: { uuid: string; stage: string },
): Promise<number> {
  return JOIN.run(db, { ...of, ids, uuid, stage });
}

const HOLD = statement<Of & { ids: readonly number[] }>(
  'automation.hold_decisions',
  `update automation_decisions set state = 'held', held_at = :now
   where conversation_id = :conversationId and account_id = :accountId and id = any (:ids::bigint[])
     and state = 'waiting'`,
);

/** Nothing took these messages at once. The assistant waits for more of them. */
export async function holdDecisions(db: Queryable, of: Of, ids: readonly number[]): Promise<void> {
  await HOLD.run(db, { ...of, ids });
}

/** A decision that does nothing. */
export interface SilentDecision {
  id: number;
  account_id: number;
  conversation_id: number;
  stage: string;
  reason: string;
}

interface SilentParams {
  ids: readonly number[];
  accountIds: readonly number[];
  conversationIds: readonly number[];
  stages: readonly string[];
  reasons: readonly string[];
  now: Date;
}

const DECIDE_SILENTLY = statement<SilentParams>(
  'automation.decide_silently',
  `update automation_decisions d set state = 'decided', stage = s.stage, outcome = 'silent', reason = s.reason,
     ms = 0, decided_at = :now
   from unnest(:ids::bigint[], :accountIds::bigint[], :conversationIds::bigint[], :stages::text[], :reasons::text[])
     as s (id, account_id, conversation_id, stage, reason)
   where d.conversation_id = any (:conversationIds::bigint[]) and d.state <> 'decided'
     and d.conversation_id = s.conversation_id and d.account_id = s.account_id and d.id = s.id`,
);

/** Of any number of conversations. Those that another process has decided stay. */
export async function decideSilently(
  db: Queryable,
  decisions: readonly SilentDecision[],
  now: Date,
): Promise<void> {
  await DECIDE_SILENTLY.run(db, {
    ids: decisions.map(({ id }) => id),
    accountIds: decisions.map(({ account_id }) => account_id),
    conversationIds: decisions.map(({ conversation_id }) => conversation_id),
    stages: decisions.map(({ stage }) => stage),
    reasons: decisions.map(({ reason }) => reason),
    now,
  });
}

/** More than the messages between two signs of staff. */
const MAX_MESSAGES = 500;

interface Since {
  accountId: number;
  conversationId: number;
  /** Row id of the first one. */
  from: number;
}

const LIST_MESSAGES = statement<Since, { message_id: number }>(
  'automation.list_decided_messages',
  `select message_id from (
     select message_id from automation_decisions
     where conversation_id = :conversationId and account_id = :accountId order by id desc limit ${MAX_MESSAGES}
   ) newest where message_id >= :from::bigint`,
);

/** Row ids of the messages of a conversation that were decided, the newest 500. */
export async function listMessages(db: Queryable, since: Since): Promise<number[]> {
  return (await LIST_MESSAGES.all(db, since)).map(({ message_id }) => message_id);
}
