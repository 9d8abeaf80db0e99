import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

export interface Advertised {
  index: number;
  at: Date;
}

const FIND_ANSWERED = statement<
  { deviceIds: readonly number[]; phones: readonly string[]; since: Date; answerMs: number },
  Advertised
>(
  'messages.find_answered_advertised',
  `select c.n::int - 1 as index, ad.created_at as at
   from unnest(:deviceIds::bigint[], :phones::text[]) with ordinality as c (device_id, phone, n)
   cross join lateral (
     select id, created_at from messages
     where device_id = c.device_id and phone = c.phone and direction = 'in'
       and details -> 'referral' ->> 'source_type' = 'ad' and length(phone) <= 512
     order by id desc limit 1
   ) ad
   cross join lateral (
     select from messages
     where ad.created_at > :since and device_id = c.device_id and phone = c.phone and length(phone) <= 512
       and id > ad.id
       and direction = 'out' and status in ('sent', 'delivered', 'read')
       and created_at < ad.created_at + :answerMs * interval '1 millisecond'
     limit 1
   ) answer`,
);

/** From an advertisement after `since`, answered within `answerMs`. */
export function findAnswered(
  db: Queryable,
  chats: readonly { device_id: number; phone: string }[],
  { since, answerMs }: { since: Date; answerMs: number },
): Promise<Advertised[]> {
  return FIND_ANSWERED.all(db, {
    deviceIds: chats.map((chat) => chat.device_id),
    phones: chats.map((chat) => chat.phone),
    since,
    answerMs,
  });
}
