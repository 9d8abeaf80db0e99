import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { Due } from '../due.ts';
import { hasAnswer } from './answers.ts';
import { DUE, timerOf } from './idle-times.ts';
import type { Owner } from './store.ts';
import { OWNER } from './store.ts';

export interface Timed extends Owner {
  account_id: number;
  owner_reason: string | null;
  /** When the owner changes without a message. Null: never. */
  due_at: Date | null;
  /** While an answer is pending; otherwise null. */
  look_again_at: Date | null;
  /** The timeline notes the overdue wait. */
  is_noted: boolean;
}

const LIST_DUE = statement<{ now: Date; afterAt: Date | null; afterId: number | null; limit: number }, Due>(
  'conversations.list_timers',
  `select id, timer_at as at from conversations
   where timer_at <= :now
     and (timer_at, id) > (coalesce(:afterAt::timestamptz, '-infinity'), coalesce(:afterId::bigint, 0))
   order by timer_at, id limit :limit::bigint`,
);

/** Those after `last`. */
export function listDue(db: Queryable, now: Date, last: Due | null, limit: number): Promise<Due[]> {
  return LIST_DUE.all(db, { now, afterAt: last?.at ?? null, afterId: last?.id ?? null, limit });
}

/** Undefined: not due any more, or locked. */
export const lockDue = statement<{ id: number; now: Date }, Timed>(
  'conversations.lock_timer',
  `select ${OWNER}, c.account_id, c.owner_reason, ${DUE} as due_at,
     case when c.waiting_since is null and c.answering_since is not null and not ${hasAnswer()}
       then ${timerOf('c.account_id', 'c.owner_state', ':now')} end as look_again_at,
     exists (
       select from conversation_events e
       where e.conversation_id = c.id and e.kind = 'unanswered' and e.created_at >= c.waiting_since
     ) as is_noted
   from conversations c
   where c.id = :id and c.timer_at <= :now
   for no key update skip locked`,
).inTx.first;

const SET_TIMER = statement<{ id: number; at: Date | null }>(
  'conversations.set_timer',
  'update conversations set timer_at = :at where id = :id',
);

export async function setTimer(tx: Tx, id: number, at: Date | null): Promise<void> {
  await SET_TIMER.run(tx, { id, at });
}

export const noteUnanswered = statement<{ id: number; now: Date }>(
  'conversations.note_unanswered',
  `insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
   select account_id, id, episode, 'unanswered', 'system', jsonb_build_object('waiting_since', waiting_since),
     :now::timestamptz
   from conversations where id = :id`,
).inTx.run;
