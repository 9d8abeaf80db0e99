import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Counted, OpenAnswer } from './waits.ts';

const LOCK = statement<Record<string, never>, { is_free: boolean }>(
  'conversations.lock_answers',
  `select pg_try_advisory_xact_lock(hashtextextended('answers of conversations', 0)) as is_free`,
);

/** False: another process has the lock. */
export async function lockAnswers(tx: Tx): Promise<boolean> {
  return (await LOCK.one(tx, {})).is_free;
}

/** A reply with what the counted answer shows. */
export interface OpenRow extends OpenAnswer {
  account_id: number;
  /** The conversation that shows it. */
  shown_id: number;
  channel_id: number;
  /** The device that speaks for the number. */
  device_id: number | null;
  user_id: number | null;
  actor: string | null;
  has_failed: boolean;
}

/** Of the next conversations with a sent one, merged ones together. */
export const listOpen = statement<{ limit: number }, OpenRow>(
  'conversations.list_open_answers',
  `with sent as materialized (
    select conversation_id from open_answers where sent_at is not null order by id limit :limit::bigint
  ), shown as materialized (
    select distinct c.shown_id
    from sent cross join lateral (
      select coalesce(merged_into, id) as shown_id from conversations where id = sent.conversation_id offset 0
    ) c
  )
  select o.id, o.account_id, shown.shown_id, o.channel_id, ch.device_id, o.episode, o.source, o.asked_at,
    o.answering_since, o.up_to, o.sent_at, m.author_id as user_id, m.actor,
    coalesce(m.status = 'failed', false) as has_failed
  from shown
  cross join lateral (
    select shown.shown_id as id union all select id from conversations where merged_into = shown.shown_id
  ) c
  cross join lateral (
    select * from open_answers where conversation_id = c.id order by sent_at is null, id limit :limit::bigint
  ) o
  cross join lateral (select device_id from channels where id = o.channel_id offset 0) ch
  left join lateral (
    select author_id, details ->> 'actor' as actor, status from messages where id = o.message_id limit 1
  ) m on true
  order by shown.shown_id, o.id`,
).all;

interface CountedRow extends Counted {
  conversation_id: number;
  source: OpenAnswer['source'];
}

/** The latest answers of each conversation. */
export const listCounted = statement<{ ids: readonly number[]; limit: number }, CountedRow>(
  'conversations.list_counted_answers',
  `select a.* from unnest(:ids::bigint[]) as i (id)
   cross join lateral (
     select conversation_id, id, episode, source, asked_at, up_to from answers
     where conversation_id = i.id order by id desc limit :limit::bigint
   ) a`,
).all;

export interface Answer {
  id: number;
  account_id: number;
  conversation_id: number;
  channel_id: number;
  episode: number;
  source: OpenAnswer['source'];
  user_id: number | null;
  actor: string | null;
  is_first: boolean;
  asked_at: Date;
  up_to: Date;
  answered_at: Date;
  seconds: number;
  open_seconds: number;
}

const INSERT = statement<{ rows: string }>(
  'conversations.insert_answers',
  `insert into answers (id, account_id, conversation_id, channel_id, episode, source, user_id, actor, is_first,
     asked_at, up_to, answered_at, seconds, open_seconds)
   select id, account_id, conversation_id, channel_id, episode, source, user_id, actor, is_first,
     asked_at, up_to, answered_at, seconds, open_seconds
   from jsonb_to_recordset(:rows::jsonb) as r (id bigint, account_id bigint, conversation_id bigint,
     channel_id bigint, episode int, source text, user_id bigint, actor text, is_first bool, asked_at timestamptz,
     up_to timestamptz, answered_at timestamptz, seconds int, open_seconds int)`,
);

export async function insertAnswers(tx: Tx, answers: readonly Answer[]): Promise<void> {
  await INSERT.run(tx, { rows: JSON.stringify(answers) });
}

export const removeOpen = statement<{ ids: readonly number[] }>(
  'conversations.remove_open_answers',
  'delete from open_answers where id = any (:ids::bigint[])',
).inTx.run;

/** Failed replies without a later one. Returns their number. */
export const removeOld = statement<{ before: Date; limit: number }>(
  'conversations.remove_old_open_answers',
  `delete from open_answers where id = any (array(
     select id from (select id, up_to from open_answers order by id limit :limit::bigint) oldest
     where up_to < :before::timestamptz
   ))`,
).run;
