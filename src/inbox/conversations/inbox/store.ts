import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Due } from '../due.ts';

const SET_UNREAD = statement<{ id: number; unread: number }>(
  'conversations.set_unread',
  'update conversations set unread = :unread where id = :id and unread <> :unread',
);

/** False: unchanged. */
export async function setUnread(tx: Tx, id: number, unread: number): Promise<boolean> {
  return (await SET_UNREAD.run(tx, { id, unread })) === 1;
}

/** The owner's timer finds its new time. */
export const setSnooze = statement<{ id: number; until: Date | null; now: Date }>(
  'conversations.set_snooze',
  'update conversations set snoozed_until = :until, timer_at = :now where id = :id',
).inTx.run;

const LIST_ENDED = statement<{ now: Date; afterAt: Date | null; afterId: number | null; limit: number }, Due>(
  'conversations.list_ended_snoozes',
  `select id, snoozed_until as at from conversations
   where snoozed_until <= :now
     and (snoozed_until, id) > (coalesce(:afterAt::timestamptz, '-infinity'), coalesce(:afterId::bigint, 0))
   order by snoozed_until, id limit :limit::bigint`,
);

/** Those after `last`. */
export function listEndedSnoozes(db: Db, now: Date, last: Due | null, limit: number): Promise<Due[]> {
  return LIST_ENDED.all(db, { now, afterAt: last?.at ?? null, afterId: last?.id ?? null, limit });
}

/** On top of the list again. The owner's timer finds its new time. */
const END_SNOOZE = statement<{ id: number; now: Date }, { id: number }>(
  'conversations.end_snooze',
  `with ended as (
    update conversations set snoozed_until = null, last_at = greatest(last_at, :now::timestamptz), timer_at = :now
    where id = :id and snoozed_until <= :now::timestamptz
    returning id, account_id, episode
  ), noted as (
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, created_at)
    select account_id, id, episode, 'snooze_ended', 'system', :now::timestamptz from ended
  )
  select id from ended`,
);

/** False: ended already, or lasts longer. */
export async function endSnooze(tx: Tx, id: number, now: Date): Promise<boolean> {
  return (await END_SNOOZE.first(tx, { id, now })) !== undefined;
}
