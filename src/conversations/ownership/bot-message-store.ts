import type { Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import { hasAnswer, openAfter } from './answers.ts';
import { timerOf } from './idle-times.ts';

interface Target {
  account_id: number;
  device_id: number;
  phone: string;
}

/** An update follows in the same transaction, so a shared lock would end in a deadlock of two sends. */
const LOCK = statement<{ id: number; version: number }, Target>(
  'conversations.lock_for_bot',
  `select c.account_id, h.device_id, c.phone
   from conversations c join channels h on h.id = c.channel_id
   where c.id = :id and c.ownership_version = :version and c.owner_state = 'bot' and h.device_id is not null
     and h.automated and not c.automation_suppressed
   for no key update of c`,
);

/** Undefined when another owner or another version is present, or no automation may answer. */
export function lockForBot(tx: Tx, id: number, version: number): Promise<Target | undefined> {
  return LOCK.first(tx, { id, version });
}

const UP_TO = `coalesce(:upTo::timestamptz, 'infinity')`;
const WAITS_ON = openAfter('c.waiting_since', UP_TO);

/**
 * While no earlier answer was sent, the first question stays. It needs this answer or a later one, because an earlier
 * one is none to the questions after it.
 */
const NOTE = statement<{ id: number; upTo: Date | null; now: Date }>(
  'conversations.note_bot_message',
  `with answer as materialized (
     select c.waiting_since <= ${UP_TO} as answers,
       case when c.answering_since is not null and not ${hasAnswer()} then c.answering_since
         else c.waiting_since end as since
     from conversations c where c.id = :id
   )
   update conversations c set
     answering_since = case when a.answers then a.since else c.answering_since end,
     answering_from = case when a.answers then (
       select id from messages where conversation_id = c.id and source = 'bot' order by id desc limit 1
     ) else c.answering_from end,
     waiting_since = ${WAITS_ON},
     last_at = greatest(c.last_at, :now::timestamptz),
     timer_at = ${timerOf('c.account_id', 'c.owner_state', `coalesce(${WAITS_ON}, :now)`)}
   from answer a
   where c.id = :id`,
);

/** The automation answers the questions up to this time. */
export async function noteBotMessage(tx: Tx, id: number, upTo: Date | null, now: Date): Promise<void> {
  await NOTE.run(tx, { id, upTo, now });
}
