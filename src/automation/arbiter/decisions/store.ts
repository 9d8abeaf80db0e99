import { type Queryable, statement } from '../../../lib/db/statement.ts';

export interface DecisionRow {
  id: number;
  decision_uuid: string;
  message_public_id: number | null;
  state: 'waiting' | 'held' | 'decided';
  stage: string | null;
  outcome: string | null;
  reason: string | null;
  rule_id: string | null;
  flow_id: string | null;
  node_id: string | null;
  faq_id: string | null;
  score: number | null;
  candidates: { faq_id: string; question: string; score: number }[] | null;
  sources: { kind: string; id: string; title: string | null; row_key?: string }[] | null;
  shadow: Record<string, unknown> | null;
  joined_uuid: string | null;
  sent_ids: number[] | null;
  ms: number | null;
  created_at: Date;
  decided_at: Date | null;
}

const COLUMNS = `id, decision_uuid, message_public_id, state, stage, outcome, reason, rule_id, flow_id, node_id, faq_id,
  score, candidates, sources, shadow, joined_uuid, sent_ids, ms, created_at, decided_at`;
/** Conversations that were merged into one. */
const MAX_MERGED = 200;

const LIST = statement<
  { accountId: number; id: number; before: number | null; message: number | null; limit: number },
  DecisionRow
>(
  'automation.list_decisions',
  `select d.* from (
     select :id::bigint as id
     union all
     (select id from conversations where merged_into = :id::bigint and account_id = :accountId limit ${MAX_MERGED})
   ) c
   cross join lateral (
     select ${COLUMNS} from automation_decisions
     where conversation_id = c.id and account_id = :accountId and id < coalesce(:before::bigint, 9223372036854775807)
       and (:message::bigint is null or message_public_id = :message::bigint)
     order by id desc limit :limit::bigint
   ) d
   order by d.id desc limit :limit::bigint`,
);

/** Newest first, with those of conversations that were merged into this one. */
export function listDecisions(
  db: Queryable,
  of: { accountId: number; id: number },
  page: { before: number | null; message: number | null; limit: number },
): Promise<DecisionRow[]> {
  return LIST.all(db, { ...of, ...page });
}

const NOTE_SHADOW = statement<{ accountId: number; uuid: string; shadow: string }>(
  'automation.note_shadow',
  `update automation_decisions set shadow = :shadow::jsonb
   where decision_uuid = :uuid::uuid and account_id = :accountId`,
);

export async function noteShadow(
  db: Queryable,
  accountId: number,
  uuid: string,
  shadow: object,
): Promise<void> {
  await NOTE_SHADOW.run(db, { accountId, uuid, shadow: JSON.stringify(shadow) });
}

const DELETE_OLD = statement<{ olderThan: Date; limit: number }>(
  'automation.delete_old_decisions',
  `delete from automation_decisions where id = any (array(
     select id from (
       select id, created_at from automation_decisions order by id limit :limit
     ) oldest where created_at < :olderThan::timestamptz
   ))`,
);

export function deleteOld(db: Queryable, olderThan: Date, limit: number): Promise<number> {
  return DELETE_OLD.run(db, { olderThan, limit });
}
