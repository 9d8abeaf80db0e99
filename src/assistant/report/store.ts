import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { AnswerReason } from '../answering/answer.ts';
import type { Agreement } from '../judgements/agreement.ts';
import type { Action } from '../judgements/store.ts';
import type { Mode } from '../settings/schema.ts';
import { MAX_EXAMPLES, MAX_JUDGEMENTS } from './schema.ts';

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

/** Judgements that are alike, with their number. */
export interface FiguresRow {
  /** Number of the day from 1 on, with null for a group by device. */
  day: number | null;
  device_id: number | null;
  device_uuid: string | null;
  action: Action;
  is_small_talk: boolean;
  agreement: Agreement | null;
  feedback: 'right' | 'wrong' | null;
  verdict: 'right' | 'wrong' | null;
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

const FIGURES = statement<Scope, FiguresRow>(
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
);

/** By day, and again by device. */
export function readFigures(db: Queryable, scope: Scope): Promise<FiguresRow[]> {
  return FIGURES.all(db, scope);
}

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
  feedback: 'right' | 'wrong' | null;
  created_at: Date;
}

const EXAMPLES = statement<Omit<Scope, 'days'>, ExampleRow>(
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
);

/** The newest of each kind. */
export function readExamples(db: Queryable, scope: Omit<Scope, 'days'>): Promise<ExampleRow[]> {
  return EXAMPLES.all(db, scope);
}

const MARK = statement<
  { accountId: number; deviceIds: readonly number[] | null; uuid: string; verdict: string },
  { message_ids: number[] }
>(
  'automation.mark_judgement',
  `update assistant_judgements set feedback = :verdict
   where decision_uuid = :uuid::uuid and account_id = :accountId and action is not null
     and (:deviceIds::bigint[] is null or device_id = any (:deviceIds::bigint[]))
   returning message_ids`,
);

/** Undefined: there is no such judgement that the caller sees. */
export function mark(
  db: Queryable,
  given: { accountId: number; deviceIds: readonly number[] | null; uuid: string; verdict: 'right' | 'wrong' },
): Promise<{ message_ids: number[] } | undefined> {
  return MARK.first(db, given);
}
