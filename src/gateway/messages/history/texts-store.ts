import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { isGroupSql } from '../../people/identity.ts';
import { type Source, sourceOf } from '../queue/states.ts';

/** As first sent. */
export interface CustomerText {
  id: number;
  public_id: number | null;
  device_id: number;
  phone: string;
  body: string;
  created_at: Date;
}

/** In the order of the row ids; erased texts are missing. */
export const listTexts = statement<{ accountId: number; ids: readonly number[] }, CustomerText>(
  'messages.list_customer_texts',
  `select m.id, m.public_id, m.device_id, m.phone, kurir_shown_text(m.body, m.details) as body,
     m.created_at
   from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (select * from messages where id = asked.id offset 0) m
   where m.account_id = :accountId and m.direction = 'in' and m.body <> ''
   order by m.id`,
).all;

/** Newest first, from before this message down to a time. Groups have no customers (docs/decisions/0184). */
interface TextsBefore {
  before: { at: Date; id: number };
  from: Date;
  /** Messages to look at: pictures and choices are left out of the answer. */
  limit: number;
}

const PAGE = statement<
  { accountId: number; at: Date; id: number; from: Date; limit: number },
  { looked: number; last_at: Date | null; last_id: number | null; texts: CustomerTextRow[] }
>(
  'messages.page_customer_texts',
  `with page as materialized (
    select id, created_at from messages
    where account_id = :accountId and direction = 'in' and (details is null or not details ? 'edit')
      and not ${isGroupSql('phone')}
      and (created_at, id) < (:at::timestamptz, :id::bigint) and created_at >= :from::timestamptz
    order by created_at desc, id desc limit :limit::bigint
  )
  select (select count(*)::int from page) as looked, last.created_at as last_at, last.id as last_id,
    (
      select coalesce(json_agg(t order by t.created_at desc, t.id desc), '[]') from (
        select m.id, m.public_id, m.device_id, m.phone, kurir_shown_text(m.body, m.details) as body,
          m.created_at
        from page cross join lateral (select * from messages where id = page.id offset 0) m
        where m.body <> '' and m.details ->> 'kind' is null and m.details ->> 'choice_id' is null
      ) t
    ) as texts
  from (select) one
  left join lateral (select created_at, id from page order by created_at, id limit 1) last on true`,
);

type CustomerTextRow = Omit<CustomerText, 'created_at'> & { created_at: string };

/** `next` is null at the end. */
export async function pageTexts(
  db: Queryable,
  accountId: number,
  { before, from, limit }: TextsBefore,
): Promise<{ texts: CustomerText[]; looked: number; next: TextsBefore['before'] | null }> {
  const page = await PAGE.one(db, { accountId, ...before, from, limit });
  const { last_at: at, last_id: id, looked } = page;
  return {
    texts: page.texts.map((row) => ({ ...row, created_at: new Date(row.created_at) })),
    looked,
    next: looked < limit || at === null || id === null ? null : { at, id },
  };
}

/** In a chat: messages of the number after this row id. */
export interface Place {
  device_id: number;
  phone: string;
  after: number;
}

export interface FollowingRow {
  place: number;
  id: number;
  direction: 'in' | 'out';
  source: Source;
  body: string | null;
  /** By the automation of the phone. */
  is_automatic: boolean;
  created_at: Date;
}

const FOLLOWING = statement<
  {
    deviceIds: readonly number[];
    phones: readonly string[];
    afters: readonly number[];
    limit: number;
  },
  FollowingRow
>(
  'messages.list_following',
  `select p.n::int - 1 as place, m.id, m.direction, ${sourceOf('m')} as source,
     kurir_shown_text(m.body, m.details) as body,
     coalesce(m.details ? 'phone_automation', false) as is_automatic, m.created_at
   from unnest(:deviceIds::bigint[], :phones::text[], :afters::bigint[]) with ordinality
     as p (device_id, phone, after_id, n)
   cross join lateral (
     select * from messages m
     where m.device_id = p.device_id and m.phone = p.phone and length(m.phone) <= 512 and m.id > p.after_id
       and m.status <> 'failed'
     order by m.id limit :limit::bigint
   ) m
   order by p.n, m.id`,
);

/** The next messages of each place, both ways, in order. */
export function listFollowing(
  db: Queryable,
  places: readonly Place[],
  limit: number,
): Promise<FollowingRow[]> {
  return FOLLOWING.all(db, {
    deviceIds: places.map(({ device_id }) => device_id),
    phones: places.map(({ phone }) => phone),
    afters: places.map(({ after }) => after),
    limit,
  });
}

const SHOWN = statement<
  { accountId: number; deviceUuids: readonly string[]; waMessageIds: readonly string[] },
  { index: number; body: string }
>(
  'messages.find_shown_texts',
  `select i.n::int - 1 as index, kurir_shown_text(m.body, m.details) as body
   from unnest(:deviceUuids::uuid[], :waMessageIds::text[]) with ordinality as i (device_uuid, wa_message_id, n)
   cross join lateral (select id, account_id from devices where device_uuid = i.device_uuid limit 1) d
   cross join lateral (
     select body, details from messages
     where device_id = d.id and wa_message_id = i.wa_message_id and direction = 'in' limit 1
   ) m
   where d.account_id = :accountId and m.details ? 'reference' and m.body is not null`,
);

/** By index, without the codes of chat links. Others are missing. */
export async function findShownTexts(
  db: Queryable,
  accountId: number,
  messages: readonly { device_uuid: string; wa_message_id: string }[],
): Promise<Map<number, string>> {
  const found = await SHOWN.all(db, {
    accountId,
    deviceUuids: messages.map(({ device_uuid }) => device_uuid),
    waMessageIds: messages.map(({ wa_message_id }) => wa_message_id),
  });
  return new Map(found.map(({ index, body }) => [index, body]));
}
