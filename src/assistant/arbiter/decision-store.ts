import { type Queryable, statement } from '../../platform/lib/db/statement.ts';

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
  candidates: readonly object[] | null;
  sources: readonly object[] | null;
  sent_ids: readonly number[] | null;
  device_id: number | null;
  text_hash: string | null;
  /** How long the answer waits before it is sent. */
  delay_ms: number | null;
  /** The choices of the last menu that was sent. */
  menu: readonly object[] | null;
  ms: number | null;
}

interface Of {
  accountId: number;
  conversationId: number;
  now: Date;
}

export interface Decided extends DecisionColumns {
  id: number;
  account_id: number;
  conversation_id: number;
}

const NOTHING = {
  ...{ rule_id: null, flow_id: null, node_id: null, faq_id: null, score: null, candidates: null },
  ...{ sources: null, sent_ids: null, device_id: null, text_hash: null, delay_ms: null },
  menu: null,
};

/** A decision that does nothing. */
export const silently = (
  of: Pick<Decided, 'id' | 'account_id' | 'conversation_id' | 'stage' | 'reason'>,
): Decided => ({ ...NOTHING, ...of, outcome: 'silent', ms: 0 });

/** By the index of open decisions, which few conversations have. */
const DECIDE = statement<{ rows: string; conversationIds: readonly number[]; now: Date }>(
  'automation.decide',
  `update automation_decisions d set state = 'decided', stage = s.stage, outcome = s.outcome, reason = s.reason,
     rule_id = s.rule_id, flow_id = s.flow_id, node_id = s.node_id, faq_id = s.faq_id, score = s.score,
     candidates = s.candidates, sources = s.sources, sent_ids = s.sent_ids, device_id = s.device_id,
     text_hash = s.text_hash, delay_ms = s.delay_ms, menu = s.menu, ms = s.ms, decided_at = :now
   from jsonb_to_recordset(:rows::jsonb) as s (id bigint, account_id bigint, conversation_id bigint, stage text,
     outcome text, reason text, rule_id text, flow_id text, node_id text, faq_id text, score real,
     candidates jsonb, sources jsonb, sent_ids bigint[], device_id bigint, text_hash text, delay_ms int, menu jsonb,
     ms int)
   where d.conversation_id = any (:conversationIds::bigint[]) and d.state <> 'decided'
     and d.conversation_id = s.conversation_id and d.account_id = s.account_id and d.id = s.id`,
);

/** Of any number of conversations. Returns how many were open: another process has decided the others, which stay. */
export async function decide(db: Queryable, decided: readonly Decided[], now: Date): Promise<number> {
  const conversationIds = decided.map(({ conversation_id }) => conversation_id);
  return DECIDE.run(db, { rows: JSON.stringify(decided), conversationIds, now });
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
