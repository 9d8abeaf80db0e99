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
  shadow: string | null;
  sent_ids: readonly number[] | null;
  device_id: number | null;
  text_hash: string | null;
  ms: number | null;
}

interface Of {
  conversationId: number;
  now: Date;
}

/** By the index of open decisions, which few conversations have. */
const DECIDE = statement<DecisionColumns & Of & { id: number }>(
  'automation.decide',
  `update automation_decisions set state = 'decided', stage = :stage, outcome = :outcome, reason = :reason,
     rule_id = :rule_id, flow_id = :flow_id, node_id = :node_id, faq_id = :faq_id, score = :score::real,
     candidates = :candidates::jsonb, shadow = :shadow::jsonb, sent_ids = :sent_ids::bigint[],
     device_id = :device_id::bigint, text_hash = :text_hash, ms = :ms::int, decided_at = :now
   where conversation_id = :conversationId and id = :id and state <> 'decided'`,
);

/** False: another process has decided. */
export async function decide(db: Queryable, of: Of, id: number, columns: DecisionColumns): Promise<boolean> {
  return (await DECIDE.run(db, { id, ...of, ...columns })) === 1;
}

const JOIN = statement<Of & { ids: readonly number[]; uuid: string }>(
  'automation.join_decisions',
  `update automation_decisions set state = 'decided', stage = 'assistant', outcome = 'joined', reason = 'joined',
     joined_uuid = :uuid::uuid, decided_at = :now
   where conversation_id = :conversationId and id = any (:ids::bigint[]) and state <> 'decided'`,
);

/** They are answered with the last message of their turn. Returns their number. */
export function joinDecisions(db: Queryable, of: Of, ids: readonly number[], uuid: string): Promise<number> {
  return JOIN.run(db, { ...of, ids, uuid });
}

const HOLD = statement<Of & { ids: readonly number[] }>(
  'automation.hold_decisions',
  `update automation_decisions set state = 'held', held_at = :now
   where conversation_id = :conversationId and id = any (:ids::bigint[]) and state = 'waiting'`,
);

/** Nothing took these messages at once. The assistant waits for more of them. */
export async function holdDecisions(db: Queryable, of: Of, ids: readonly number[]): Promise<void> {
  await HOLD.run(db, { ...of, ids });
}
