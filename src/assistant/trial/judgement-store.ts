import { statement } from '../../platform/lib/db/statement.ts';
import type { AnswerReason } from '../answering/answer.ts';
import type { Mode } from '../settings/schema.ts';
import { type Action, type Agreement, MAX_EXAMPLES, MAX_JUDGEMENTS } from './schema.ts';

interface Of {
  accountId: number;
  conversationId: number;
  deviceId: number;
  decisionUuid: string;
  messageIds: readonly number[];
  now: Date;
  dueAt: Date | null;
}

/** Messages that follow each other before they are judged. */
const MAX_MESSAGES = 20;
/** Later messages wait no longer than this. */
const MAX_WAIT = '10 seconds';

/** Messages that nothing answered, for the job. */
export const watch = statement<Of>(
  'automation.watch_messages',
  `insert into assistant_judgements as j (account_id, conversation_id, device_id, decision_uuid, mode, message_ids,
     state, due_at, created_at)
   values (:accountId, :conversationId, :deviceId, :decisionUuid, 'shadow', :messageIds::bigint[], 'due',
     :dueAt::timestamptz, :now::timestamptz)
   on conflict (conversation_id) where state = 'due' do update set
     decision_uuid = excluded.decision_uuid,
     message_ids = (j.message_ids || excluded.message_ids)[1:${MAX_MESSAGES}],
     due_at = least(excluded.due_at, j.created_at + interval '${MAX_WAIT}')`,
).inTx.run;

interface Judged {
  action: Action;
  reason: string;
  faqUuid: string | null;
  score: number;
  /** Null: a hand-off has its own text. */
  answer: string | null;
}

/** SQL: without a time to look again, it is settled. */
const STATE = `case when :dueAt::timestamptz is null then 'settled' else 'open' end`;

/** An answer in live mode. */
export const note = statement<Of & Judged>(
  'automation.note_judgement',
  `insert into assistant_judgements (account_id, conversation_id, device_id, decision_uuid, mode, message_ids, state,
     due_at, action, reason, faq_uuid, score, answer, created_at)
   values (:accountId, :conversationId, :deviceId, :decisionUuid, 'live', :messageIds::bigint[], ${STATE},
     :dueAt::timestamptz, :action, :reason, :faqUuid, :score::real, :answer, :now::timestamptz)`,
).inTx.run;

/** What this process looks at. */
export interface ClaimedJudgement {
  id: number;
  account_id: number;
  conversation_id: number;
  device_id: number;
  /** Null: the device is gone. */
  device_uuid: string | null;
  device_label: string | null;
  decision_uuid: string;
  mode: Mode;
  message_ids: number[];
  state: 'due' | 'open';
  looks: number;
  action: Action | null;
  reason: string | null;
  answer: string | null;
  created_at: Date;
}

/** A claim postpones the judgement: what ends its process each time is tried again then. */
export const claim = statement<
  { accountId: number; now: Date; until: Date; limit: number },
  ClaimedJudgement
>(
  'automation.claim_judgements',
  `with claimed as (
    update assistant_judgements set due_at = :until::timestamptz
    where id = any (array(
      select id from assistant_judgements where account_id = :accountId and due_at <= :now::timestamptz
      order by due_at limit :limit::bigint for update skip locked
    ))
    returning *
  )
  select c.id, c.account_id, c.conversation_id, c.device_id, d.device_uuid, d.label as device_label, c.decision_uuid,
    c.mode, c.message_ids, c.state, c.looks, c.action, c.reason, c.answer, c.created_at
  from claimed c
  left join lateral (select device_uuid, label from devices where id = c.device_id limit 1) d on true`,
).all;

export const findNextDue = statement<{ accountId: number }, { due_at: Date | null }>(
  'automation.find_next_due_judgement',
  `select min(due_at) as due_at from assistant_judgements where account_id = :accountId and due_at is not null`,
).one;

export const listDueAccounts = statement<{ now: Date }, { account_id: number }>(
  'automation.list_accounts_with_due_judgements',
  `with recursive waiting as (
    (
      select account_id, due_at from assistant_judgements where due_at is not null
      order by account_id, due_at limit 1
    )
    union all
    select next.* from waiting cross join lateral (
      select account_id, due_at from assistant_judgements
      where due_at is not null and account_id > waiting.account_id order by account_id, due_at limit 1
    ) next
  )
  select account_id from waiting where due_at <= :now::timestamptz`,
).all;

/** 0: a message came meanwhile, or another process has judged. */
export const judge = statement<Judged & Pick<Of, 'accountId' | 'messageIds' | 'dueAt'> & { id: number }>(
  'automation.judge_messages',
  `update assistant_judgements set state = ${STATE}, due_at = :dueAt::timestamptz, action = :action,
     reason = :reason, faq_uuid = :faqUuid, score = :score::real, answer = :answer
   where id = :id and account_id = :accountId and action is null and message_ids = :messageIds::bigint[]`,
).inTx.run;

export interface Look {
  /** When to look again. Null: it is settled. */
  dueAt: Date | null;
  staffMessageId: number | null;
  agreement: Agreement | null;
  isPicked: boolean | null;
  isTakenOver: boolean | null;
}

export const noteLook = statement<Look & { id: number; accountId: number }>(
  'automation.note_staff_answer',
  `update assistant_judgements set state = ${STATE}, due_at = :dueAt::timestamptz, looks = looks + 1,
     staff_message_id = :staffMessageId::bigint, agreement = :agreement, is_picked = :isPicked::boolean,
     is_taken_over = :isTakenOver::boolean
   where id = :id and account_id = :accountId and state = 'open'`,
).run;

/** Its messages are gone. */
export const drop = statement<Pick<ClaimedJudgement, 'id' | 'account_id'>>(
  'automation.drop_judgement',
  `delete from assistant_judgements where id = :id and account_id = :account_id`,
).run;

/** The next answer of the assistant in the conversation: why it came. */
export const findNext = statement<
  Pick<ClaimedJudgement, 'id' | 'account_id' | 'conversation_id'>,
  { reason: string }
>(
  'automation.find_next_judgement',
  `select reason from assistant_judgements
   where account_id = :account_id and conversation_id = :conversation_id and id > :id and mode = 'live'
   order by id limit 1`,
).first;

export const deleteOld = statement<{ olderThan: Date; limit: number }>(
  'automation.delete_old_judgements',
  `delete from assistant_judgements where id = any (array(
     select id from (
       select id, created_at from assistant_judgements order by id limit :limit::bigint
     ) oldest where created_at < :olderThan::timestamptz
   ))`,
).run;

export interface Scope {
  accountId: number;
  mode: Mode;
  /** Null: all devices. */
  deviceIds: readonly number[] | null;
  from: Date;
  until: Date;
  /** When each day starts. */
  days: readonly Date[];
}

type Verdict = 'right' | 'wrong';

/** Judgements that are alike, with their number. */
export interface FiguresRow {
  /** Number of the day from 1 on, with null for a group by device. */
  day: number | null;
  device_id: number | null;
  device_uuid: string | null;
  action: Action;
  is_small_talk: boolean;
  agreement: Agreement | null;
  feedback: Verdict | null;
  verdict: Verdict | null;
  is_picked: boolean | null;
  is_taken_over: boolean | null;
  count: number;
}

/** SQL: what staff marked, or the plain estimate. */
const VERDICT = `coalesce(feedback, case agreement when 'agrees' then 'right' when 'differs' then 'wrong' end)`;
const FOUND = `found as materialized (
    select * from assistant_judgements
    where account_id = :accountId and mode = :mode and created_at >= :from and created_at < :until
      and action is not null and (:deviceIds::bigint[] is null or device_id = any (:deviceIds::bigint[]))
    order by created_at desc limit ${MAX_JUDGEMENTS}
  )`;

/** By day, and again by device. */
export const readFigures = statement<Scope, FiguresRow>(
  'automation.assistant_figures',
  `with ${FOUND}, judged as (
    select width_bucket(created_at, :days::timestamptz[]) as day, device_id, action,
      coalesce(reason = 'small_talk', false) as is_small_talk, agreement, feedback,
      case when action = 'answer' then ${VERDICT} end as verdict, is_picked, is_taken_over
    from found
  ), grouped as (
    select day, device_id, action, is_small_talk, agreement, feedback, verdict, is_picked, is_taken_over,
      count(*)::int as count
    from judged
    group by grouping sets (
      (day, action, is_small_talk, agreement, feedback, verdict, is_picked, is_taken_over),
      (device_id, action, is_small_talk, agreement, feedback, verdict, is_picked, is_taken_over)
    )
  )
  select g.*, d.device_uuid from grouped g
  left join lateral (select device_uuid from devices where id = g.device_id limit 1) d on true`,
).all;

export interface ExampleRow {
  decision_uuid: string;
  conversation_uuid: string;
  message_ids: number[];
  kind: 'right' | 'wrong' | 'unclear' | 'not_compared' | 'clarified' | 'handed_off';
  action: Action;
  reason: AnswerReason;
  faq_uuid: string | null;
  score: number | null;
  answer: string | null;
  staff_message_id: number | null;
  agreement: Agreement | null;
  feedback: Verdict | null;
  created_at: Date;
}

/** The newest of each kind. */
export const readExamples = statement<Omit<Scope, 'days'>, ExampleRow>(
  'automation.assistant_examples',
  `with ${FOUND}, kinds as (
    select *, case action when 'clarify' then 'clarified' when 'handoff' then 'handed_off'
      else coalesce(${VERDICT}, agreement, 'not_compared') end as kind
    from found where reason <> 'small_talk'
  ), numbered as (
    select *, row_number() over (partition by kind order by created_at desc, id desc) as number from kinds
  )
  select n.decision_uuid, c.conversation_uuid, n.message_ids, n.kind, n.action, n.reason, n.faq_uuid, n.score, n.answer,
    n.staff_message_id, n.agreement, n.feedback, n.created_at
  from numbered n
  cross join lateral (select conversation_uuid from conversations where id = n.conversation_id offset 0) c
  where n.number <= ${MAX_EXAMPLES}
  order by n.kind, n.number`,
).all;

/** Undefined: there is no such judgement that the caller sees. */
export const mark = statement<
  { accountId: number; deviceIds: readonly number[] | null; uuid: string; verdict: Verdict },
  { message_ids: number[] }
>(
  'automation.mark_judgement',
  `update assistant_judgements set feedback = :verdict
   where decision_uuid = :uuid::uuid and account_id = :accountId and action is not null
     and (:deviceIds::bigint[] is null or device_id = any (:deviceIds::bigint[]))
   returning message_ids`,
).inTx.first;
