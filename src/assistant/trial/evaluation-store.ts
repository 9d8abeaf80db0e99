import { CONVERSATION_OF } from '../../inbox/conversations/conversation-of.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { EvaluationKind, EvaluationState } from './schema.ts';

/** Without its report. */
export interface ListedEvaluation {
  id: number;
  evaluation_uuid: string;
  kind: EvaluationKind;
  state: EvaluationState;
  from_at: Date;
  max_messages: number;
  looked_at: number;
  created_at: Date;
  finished_at: Date | null;
}

export interface EvaluationRow extends ListedEvaluation {
  account_id: number;
  next_at: Date;
  next_id: number;
  work: Record<string, unknown>;
  /** As its kind has it. */
  report: object | null;
  due_at: Date | null;
  attempts: number;
}

const LISTED = 'id, evaluation_uuid, kind, state, from_at, max_messages, looked_at, created_at, finished_at';
const COLUMNS = `${LISTED}, account_id, next_at, next_id, work, report, due_at, attempts`;

interface Started {
  accountId: number;
  kind: EvaluationKind;
  fromAt: Date;
  maxMessages: number;
  nextId: number;
  now: Date;
}

/** Undefined: one of this kind runs already. */
export const start = statement<Started, EvaluationRow>(
  'automation.start_evaluation',
  `insert into assistant_evaluations as e (account_id, kind, from_at, max_messages, next_at, next_id, due_at,
     created_at)
   values (:accountId, :kind, :fromAt::timestamptz, :maxMessages, :now::timestamptz, :nextId::bigint, :now, :now)
   on conflict (account_id, kind) where due_at is not null do nothing
   returning ${COLUMNS}`,
).first;

export const findRunning = statement<{ accountId: number; kind: EvaluationKind }, EvaluationRow>(
  'automation.find_running_evaluation',
  `select ${COLUMNS} from assistant_evaluations
   where account_id = :accountId and kind = :kind and due_at is not null`,
).first;

export const find = statement<{ accountId: number; uuid: string }, EvaluationRow>(
  'automation.find_evaluation',
  `select ${COLUMNS} from assistant_evaluations where evaluation_uuid = :uuid::uuid and account_id = :accountId`,
).first;

/** Newest first. */
export const list = statement<{ accountId: number; before: number | null; limit: number }, ListedEvaluation>(
  'automation.list_evaluations',
  `select ${LISTED} from assistant_evaluations
   where account_id = :accountId and id < coalesce(:before::bigint, 9223372036854775807)
   order by id desc limit :limit::bigint`,
).all;

/** A slice of a run. When its process dies, another one takes the run. */
export const claim = statement<{ accountId: number; until: Date }, EvaluationRow & { due_at: Date }>(
  'automation.claim_evaluation',
  `update assistant_evaluations set due_at = :until::timestamptz, state = 'running', attempts = attempts + 1
   where id = (
     select id from assistant_evaluations where account_id = :accountId and due_at is not null
     order by due_at limit 1 for update
   )
   returning ${COLUMNS}`,
).first;

/** Due for longer. */
export const listOverdue = statement<{ before: Date }, { account_id: number }>(
  'automation.list_overdue_evaluations',
  `select account_id from assistant_evaluations where due_at < :before::timestamptz
   order by due_at limit 1000`,
).all;

interface Fence {
  id: number;
  accountId: number;
  /** Of the claim. */
  claimedUntil: Date;
  lookedAt: number;
  now: Date;
}

/** The next slice follows after those of other runs. 0: another process has the run. */
export const saveProgress = statement<Fence & { nextAt: Date; nextId: number; work: string }>(
  'automation.continue_evaluation',
  `update assistant_evaluations set due_at = :now::timestamptz, attempts = 0, next_at = :nextAt::timestamptz,
     next_id = :nextId::bigint, looked_at = :lookedAt, work = :work::jsonb
   where id = :id and account_id = :accountId and due_at = :claimedUntil::timestamptz`,
).run;

/** Without a report, it has failed. */
export const finish = statement<Fence & { report: string | null }>(
  'automation.finish_evaluation',
  `update assistant_evaluations set due_at = null, report = :report::jsonb, work = '{}', looked_at = :lookedAt,
     state = case when :report::jsonb is null then 'failed' else 'done' end, finished_at = :now::timestamptz
   where id = :id and account_id = :accountId and due_at = :claimedUntil::timestamptz`,
).run;

/** All ended runs but the newest ones. */
export const deleteSurplus = statement<{ accountId: number; kept: number }>(
  'automation.delete_old_evaluations',
  `delete from assistant_evaluations where account_id = :accountId and finished_at is not null and id <= coalesce((
     select id from assistant_evaluations where account_id = :accountId and finished_at is not null
     order by id desc offset :kept::bigint limit 1
   ), 0)`,
).run;

/** The conversations of these messages of customers. */
export const conversationsOf = statement<
  { accountId: number; ids: readonly number[] },
  { message_id: number; conversation_uuid: string }
>(
  'automation.conversations_of_messages',
  `select m.id as message_id, u.conversation_uuid
   from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (select id, account_id, device_id, phone from messages where id = asked.id offset 0) m
   ${CONVERSATION_OF}
   cross join lateral (
     select conversation_uuid from conversations where id = c.conversation_id offset 0
   ) u
   where m.account_id = :accountId`,
).all;

/** What the arbiter decided on a message. */
export interface DecidedText {
  message_id: number;
  stage: string | null;
  reason: string | null;
}

export const listDecided = statement<{ accountId: number; ids: readonly number[] }, DecidedText>(
  'automation.list_decided_texts',
  `select d.message_id, d.stage, d.reason from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (
     select message_id, stage, reason from automation_decisions
     where message_id = asked.id and account_id = :accountId and state = 'decided' limit 1
   ) d`,
).all;
