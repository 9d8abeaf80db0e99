import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface ComingAnswer {
  id: number;
  device_id: number;
  phone: string;
  wa_message_id: string;
}

/** Longer than the longest delay. */
const WINDOW = `interval '15 seconds'`;
const MAX_COMING = 50;

const LIST = statement<{ deviceIds: readonly number[]; now: Date }, ComingAnswer>(
  'automation.list_coming_answers',
  `select d.id, d.device_id, c.phone, d.wa_message_id
   from unnest(:deviceIds::bigint[]) as asked (id)
   cross join lateral (
     select id, account_id, device_id, conversation_id, wa_message_id, decided_at, delay_ms from automation_decisions
     where device_id = asked.id and sent_ids is not null and decided_at > :now::timestamptz - ${WINDOW}
     order by decided_at desc limit ${MAX_COMING}
   ) d
   cross join lateral (
     select phone from conversations where id = d.conversation_id and account_id = d.account_id limit 1
   ) c
   where d.wa_message_id is not null
     and d.decided_at + make_interval(secs => coalesce(d.delay_ms, 0) / 1000.0) > :now::timestamptz
     and coalesce((
       select (settings ->> 'typing')::boolean from automation_accounts where account_id = d.account_id
     ), true)`,
);

export function listComingAnswers(db: Db, deviceIds: readonly number[], now: Date): Promise<ComingAnswer[]> {
  return LIST.all(db, { deviceIds, now });
}
