import { CONVERSATION_OF } from '../../inbox/conversations/conversation-of.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { EvaluationKind, EvaluationState } from './schema.ts';

export interface EvaluationRow {
  id: number;
  evaluation_uuid: string;
  account_id: number;
  kind: EvaluationKind;
  state: EvaluationState;
  from_at: Date;
  max_messages: number;
  next_at: Date;
  next_id: number;
  looked_at: number;
  work: Record<string, unknown>;
  /** As its kind has it. */
  report: object | null;
  due_at: Date | null;
  attempts: number;
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = `id, evaluation_uuid, account_id, kind, state, from_at, max_messages, next_at, next_id, looked_at, work,
  report, due_at, attempts, created_at, finished_at`;

interface Started {
  accountId: number;
  kind: EvaluationKind;
  fromAt: Date;
  maxMessages: number;
  nextAt: Date;
  nextId: number;
  now: Date;
}

const START = statement<Started, EvaluationRow>(
  'automation.start_evaluation',
  `insert into assistant_evaluations as e (account_id, kind, from_at, max_messages, next_at, next_id, due_at,
     created_at)
   values (:accountId, :kind, :fromAt::timestamptz, :maxMessages, :nextAt::timestamptz, :nextId::bigint,
     :now::timestamptz, :now)
   on conflict (account_id, kind) where due_at is not null do nothing
   returning ${COLUMNS}`,
);

/** Undefined: one of this kind runs already. */
export function start(db: Queryable, started: Started): Promise<EvaluationRow | undefined> {
  return START.first(db, started);
}

const RUNNING = statement<{ accountId: number; kind: EvaluationKind }, EvaluationRow>(
  'automation.find_running_evaluation',
  `select ${COLUMNS} from assistant_evaluations
   where account_id = :accountId and kind = :kind and due_at is not null`,
);

export function findRunning(
  db: Queryable,
  accountId: number,
  kind: EvaluationKind,
): Promise<EvaluationRow | undefined> {
  return RUNNING.first(db, { accountId, kind });
}

const FIND = statement<{ accountId: number; uuid: string }, EvaluationRow>(
  'automation.find_evaluation',
  `select ${COLUMNS} from assistant_evaluations where evaluation_uuid = :uuid::uuid and account_id = :accountId`,
);

export function find(db: Queryable, accountId: number, uuid: string): Promise<EvaluationRow | undefined> {
  return FIND.first(db, { accountId, uuid });
}

/** Without its report. */
export type ListedEvaluation = Pick<
  EvaluationRow,
  | 'id'
  | 'evaluation_uuid'
  | 'kind'
  | 'state'
  | 'from_at'
  | 'max_messages'
  | 'looked_at'
  | 'created_at'
  | 'finished_at'
>;

const LIST = statement<{ accountId: number; before: number | null; limit: number }, ListedEvaluation>(
  'automation.list_evaluations',
  `select id, evaluation_uuid, kind, state, from_at, max_messages, looked_at, created_at, finished_at
   from assistant_evaluations
   where account_id = :accountId and id < coalesce(:before::bigint, 9223372036854775807)
   order by id desc limit :limit::bigint`,
);

/** Newest first. */
export function list(
  db: Queryable,
  accountId: number,
  page: { before: number | null; limit: number },
): Promise<ListedEvaluation[]> {
  return LIST.all(db, { accountId, ...page });
}

const CLAIM = statement<{ now: Date; until: Date }, EvaluationRow>(
  'automation.claim_evaluation',
  `update assistant_evaluations set due_at = :until::timestamptz, state = 'running', attempts = attempts + 1
   where id = (
     select id from assistant_evaluations where due_at <= :now::timestamptz order by due_at limit 1
     for update skip locked
   )
   returning ${COLUMNS}`,
);

/** The run that waits for the longest time: runs of accounts take turns. Another process takes it after the claim. */
export function claim(db: Db, now: Date, until: Date): Promise<EvaluationRow | undefined> {
  return CLAIM.first(db, { now, until });
}

interface Fence {
  id: number;
  accountId: number;
  /** Of the claim. */
  claimedUntil: Date;
}
interface Continued extends Fence {
  nextAt: Date;
  nextId: number;
  lookedAt: number;
  work: string;
  now: Date;
}

const CONTINUE = statement<Continued>(
  'automation.continue_evaluation',
  `update assistant_evaluations set due_at = :now::timestamptz, attempts = 0, next_at = :nextAt::timestamptz,
     next_id = :nextId::bigint, looked_at = :lookedAt, work = :work::jsonb
   where id = :id and account_id = :accountId and due_at = :claimedUntil::timestamptz`,
);

/** The next slice follows after those of other runs. False: another process has the run. */
export async function goOn(db: Queryable, given: Continued): Promise<boolean> {
  return (await CONTINUE.run(db, given)) === 1;
}

const FINISH = statement<
  Fence & { state: 'done' | 'failed'; report: string | null; lookedAt: number; now: Date }
>(
  'automation.finish_evaluation',
  `update assistant_evaluations set due_at = null, state = :state, report = :report::jsonb, work = '{}',
     looked_at = :lookedAt, finished_at = :now::timestamptz
   where id = :id and account_id = :accountId and due_at = :claimedUntil::timestamptz`,
);

export async function finish(
  db: Queryable,
  given: Fence & { state: 'done' | 'failed'; report: string | null; lookedAt: number; now: Date },
): Promise<void> {
  await FINISH.run(db, given);
}

const DELETE_SURPLUS = statement<{ accountId: number; kept: number }>(
  'automation.delete_old_evaluations',
  `delete from assistant_evaluations where account_id = :accountId and finished_at is not null and id <= coalesce((
     select id from assistant_evaluations where account_id = :accountId and finished_at is not null
     order by id desc offset :kept::bigint limit 1
   ), 0)`,
);

/** All ended runs but the newest ones. */
export async function deleteSurplus(db: Queryable, accountId: number, kept: number): Promise<void> {
  await DELETE_SURPLUS.run(db, { accountId, kept });
}

export interface ConversationOf {
  message_id: number;
  conversation_uuid: string;
}

const CONVERSATIONS = statement<{ accountId: number; ids: readonly number[] }, ConversationOf>(
  'automation.conversations_of_messages',
  `select m.id as message_id, u.conversation_uuid
   from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (select id, account_id, device_id, phone from messages where id = asked.id offset 0) m
   ${CONVERSATION_OF}
   cross join lateral (
     select conversation_uuid from conversations where id = c.conversation_id offset 0
   ) u
   where m.account_id = :accountId`,
);

/** The conversations of these messages of customers. */
export function conversationsOf(
  db: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<ConversationOf[]> {
  return CONVERSATIONS.all(db, { accountId, ids });
}

/** What the arbiter decided on a message. */
export interface DecidedText {
  message_id: number;
  stage: string | null;
  reason: string | null;
}

const DECIDED = statement<{ accountId: number; ids: readonly number[] }, DecidedText>(
  'automation.list_decided_texts',
  `select d.message_id, d.stage, d.reason from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (
     select message_id, stage, reason from automation_decisions
     where message_id = asked.id and account_id = :accountId and state = 'decided' limit 1
   ) d`,
);

/** By row id of the message. */
export async function listDecided(
  db: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, DecidedText>> {
  const rows = await DECIDED.all(db, { accountId, ids });
  return new Map(rows.map((row) => [row.message_id, row]));
}
