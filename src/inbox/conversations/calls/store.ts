import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { CONVERSATION_OF } from '../conversation-of.ts';

export interface Caller {
  account_id: number;
  conversation_id: number;
  ownership_version: number;
  person_id: number;
  device_id: number;
  phone: string;
  text: string;
}

/** Messages of one customer that are searched for an earlier call. */
const MAX_EARLIER = 50;

const LIST = statement<{ ids: readonly number[]; since: Date; pauseSeconds: number }, Caller>(
  'conversations.list_callers',
  `select distinct on (c.conversation_id) m.account_id, c.conversation_id, o.ownership_version, o.person_id,
     m.device_id, m.phone, a.reject_calls_text as text
   from unnest(:ids::bigint[]) as given (id)
   cross join lateral (
     select id, account_id, device_id, phone, created_at from messages
     where id = given.id and created_at >= :since::timestamptz offset 0
   ) m
   cross join lateral (select reject_calls_text from accounts where id = m.account_id offset 0) a
   ${CONVERSATION_OF}
   cross join lateral (
     select ownership_version, person_id from conversations where id = c.conversation_id offset 0
   ) o
   where a.reject_calls_text is not null and not exists (
     select from (
       select created_at, details from messages
       where device_id = m.device_id and phone = m.phone and length(phone) <= 512 and direction = 'in' and id < m.id
       order by id desc limit ${MAX_EARLIER}
     ) earlier
     where earlier.created_at > m.created_at - make_interval(secs => :pauseSeconds::int)
       and earlier.details ->> 'kind' = 'call' and earlier.details -> 'call' ->> 'action' = 'missed'
   )
   order by c.conversation_id, m.id`,
);

/** Who called since then, to accounts that reject calls, without an earlier call in the pause. */
export function listCallers(
  tx: Tx,
  ids: readonly number[],
  { since, pauseMs }: { since: Date; pauseMs: number },
): Promise<Caller[]> {
  return LIST.all(tx, { ids, since, pauseSeconds: pauseMs / 1_000 });
}
