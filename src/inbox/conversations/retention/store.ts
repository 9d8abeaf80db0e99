import { statement } from '../../../platform/lib/db/statement.ts';
import { type AfterPlace, isAfterPlace, type TimePlace } from '../../../platform/lib/time-place.ts';

/** Figures count these lines. */
const COUNTED = `('opened', 'resolved', 'assigned', 'taken_over')`;

export interface OldLines {
  accountId: number;
  before: Date;
}

/** A line about a customer who still waits stays: without it, the timer would write it again. */
export const findOld = statement<
  OldLines & AfterPlace & { limit: number },
  TimePlace & { is_counted: boolean; is_needed: boolean }
>(
  'conversations.find_old_lines',
  `select e.id, e.created_at::text as at, e.kind in ${COUNTED} as is_counted,
     coalesce(c.waiting_since <= e.created_at, false) as is_needed
   from (
     select id, conversation_id, kind, created_at from conversation_events
     where (kind not in ${COUNTED} or body is not null or message_ids is not null)
       and account_id = :accountId and created_at < :before::timestamptz
       and created_at >= coalesce(:afterAt::timestamptz, '-infinity')
       and ${isAfterPlace('created_at', 'id')}
     order by created_at, id limit :limit::bigint for update skip locked
   ) e
   left join lateral (select waiting_since from conversations where id = e.conversation_id limit 1) c on true
   order by e.created_at, e.id`,
).inTx.all;

/** Before the notes that mention. */
export const deleteLines = statement<{ ids: readonly number[] }>(
  'conversations.delete_old_lines',
  `with mentioned as (
     delete from mentions where event_id = any (:ids::bigint[])
   )
   delete from conversation_events where id = any (:ids::bigint[])`,
).inTx.run;

export const emptyLines = statement<{ ids: readonly number[] }>(
  'conversations.empty_old_lines',
  'update conversation_events set body = null, message_ids = null where id = any (:ids::bigint[])',
).inTx.run;

/** The lock waits for the job that copies words, which may have read the messages already. */
export const forgetWords = statement<{ ids: readonly number[] }>(
  'conversations.forget_old_words',
  `with locked as materialized (select from search_progress for update)
   delete from search_texts where message_id = any (:ids::bigint[]) and (select count(*) from locked) >= 0`,
).inTx.run;

/** Of advertisements. The touch itself is a figure. */
export const forgetReferrals = statement<{ ids: readonly number[] }>(
  'conversations.forget_old_referrals',
  `update conversation_touches set referral = null
   where message_id = any (:ids::bigint[]) and referral is not null`,
).inTx.run;
