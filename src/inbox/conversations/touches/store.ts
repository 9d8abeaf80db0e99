import type { Referral } from '../../../gateway/messages/referral.ts';
import type { Queryable } from '../../../platform/lib/db/statement.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { CONVERSATION_OF } from '../conversation-of.ts';

export const TOUCH_KINDS = ['link', 'ad', 'widget'] as const;
export type TouchKind = (typeof TOUCH_KINDS)[number];

/** A message through an entry point. */
export interface NewTouch {
  /** Row id. */
  message_id: number;
  kind: TouchKind;
  /** Null: an unkept advertisement, or the live chat's widget. */
  entry_point_uuid: string | null;
  /** A code, with the blanks before it. Hidden from readers. */
  reference: string | null;
  /** JSON. */
  referral: string | null;
  /** Of edits, which ask nothing, and closed codes, which bind nothing. */
  only_reference: boolean;
}

/** With the messages; conversations are locked. */
const RECORD = statement<{
  messageIds: readonly number[];
  kinds: readonly TouchKind[];
  entryPoints: readonly (string | null)[];
  references: readonly (string | null)[];
  referrals: readonly (string | null)[];
  onlyReferences: readonly boolean[];
}>(
  'conversations.record_touches',
  `with touch as materialized (
    select given.message_id, given.kind, given.reference, given.referral, given.only_reference, m.account_id, m.at,
      c.conversation_id,
      -- The hidden device of a live chat has the id of its widget.
      case when given.kind = 'widget' then coalesce(given.entry_point_uuid, (
        select device_uuid from devices where id = m.device_id
      )) else given.entry_point_uuid end as entry_point_uuid,
      coalesce(case given.kind
        -- The app of a customer may tell of one click with several messages.
        when 'ad' then given.referral ->> 'ctwa_clid' = latest.click
        -- A visitor comes once until the conversation is resolved.
        when 'widget' then given.entry_point_uuid is null and latest.at > coalesce(ended.at, '-infinity')
      end, false) as is_repeated
    from unnest(:messageIds::bigint[], :kinds::text[], :entryPoints::uuid[], :references::text[], :referrals::jsonb[],
        :onlyReferences::bool[])
      as given (message_id, kind, entry_point_uuid, reference, referral, only_reference)
    cross join lateral (
      select id, account_id, device_id, phone, created_at as at from messages where id = given.message_id offset 0
    ) m
    ${CONVERSATION_OF}
    left join lateral (
      select referral ->> 'ctwa_clid' as click, at from conversation_touches
      where conversation_id = c.conversation_id order by conversation_id desc, id desc limit 1
    ) latest on true
    left join lateral (
      select e.at from (
        select kind, created_at as at from conversation_events where conversation_id = c.conversation_id
        order by conversation_id desc, id desc offset 0
      ) e
      where given.kind = 'widget' and e.kind = 'resolved' limit 1
    ) ended on true
  ), latest as materialized (
    select distinct on (conversation_id) conversation_id, entry_point_uuid from touch
    where entry_point_uuid is not null and not only_reference and not is_repeated
    order by conversation_id, message_id desc
  ), led as (
    update conversations c set entry_point_uuid = l.entry_point_uuid from latest l
    where c.id = any (array(select conversation_id from latest)) and c.id = l.conversation_id
  ), marked as (
    update messages m set details = coalesce(m.details, '{}') || jsonb_build_object('reference', t.reference)
    from touch t
    where m.id = any (array(select message_id from touch where reference is not null)) and m.id = t.message_id
  )
  insert into conversation_touches (account_id, conversation_id, entry_point_uuid, kind, message_id, referral, at)
  select account_id, conversation_id, entry_point_uuid, kind, message_id, referral, at from touch
  where not is_repeated and not only_reference order by message_id`,
);

/** In the transaction of the messages, after their conversations. Readers get the texts without the code. */
export async function recordTouches(tx: Queryable, touches: readonly NewTouch[]): Promise<void> {
  await RECORD.run(tx, {
    messageIds: touches.map((touch) => touch.message_id),
    kinds: touches.map((touch) => touch.kind),
    entryPoints: touches.map((touch) => touch.entry_point_uuid),
    references: touches.map((touch) => touch.reference),
    referrals: touches.map((touch) => touch.referral),
    onlyReferences: touches.map((touch) => touch.only_reference),
  });
}

/** After a merge or its end, with locks: lists follow the touches of a conversation and of those that it shows. */
export const followTouches = statement<{ ids: readonly number[] }>(
  'conversations.follow_touches',
  `update conversations c set entry_point_uuid = l.entry_point_uuid
   from unnest(:ids::bigint[]) as asked (id)
   left join lateral (
     select t.entry_point_uuid
     from unnest(array_append(array(select id from conversations where merged_into = asked.id), asked.id)) as s (id)
     cross join lateral (
       select id, entry_point_uuid from conversation_touches
       where conversation_id = s.id and entry_point_uuid is not null order by conversation_id desc, id desc limit 1
     ) t
     order by t.id desc limit 1
   ) l on true
   where c.id = any (:ids::bigint[]) and c.id = asked.id and c.entry_point_uuid is distinct from l.entry_point_uuid`,
).inTx.run;

export interface TouchRow {
  kind: TouchKind;
  entry_point_uuid: string | null;
  entry_point_name: string | null;
  referral: Referral | null;
  at: Date;
}

/** Of a conversation and of those that it shows. */
const FIND = statement<{ ids: readonly number[] }, TouchRow & { index: number; place: 'first' | 'last' }>(
  'conversations.find_touches',
  `select asked.n::int - 1 as index, t.place, t.kind, t.entry_point_uuid, e.name as entry_point_name, t.referral, t.at
   from unnest(:ids::bigint[]) with ordinality as asked (id, n)
   cross join lateral (
     select array_append(array(select id from conversations where merged_into = asked.id), asked.id) as ids
   ) shown
   cross join lateral (
     (select 'first' as place, t.* from unnest(shown.ids) as s (id)
      cross join lateral (
        select * from conversation_touches where conversation_id = s.id order by conversation_id, id limit 1
      ) t
      order by t.id limit 1)
     union all
     (select 'last' as place, t.* from unnest(shown.ids) as s (id)
      cross join lateral (
        select * from conversation_touches where conversation_id = s.id
        order by conversation_id desc, id desc limit 1
      ) t
      order by t.id desc limit 1)
   ) t
   left join lateral (select name from entry_points where entry_point_uuid = t.entry_point_uuid limit 1) e on true`,
);

/** First and last touch, by index. */
export async function findTouches(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, Record<'first' | 'last', TouchRow>>> {
  const found = new Map<number, Record<'first' | 'last', TouchRow>>();
  for (const { index, place, ...touch } of await FIND.all(db, { ids })) {
    found.set(index, { ...(found.get(index) ?? { first: touch, last: touch }), [place]: touch });
  }
  return found;
}

export interface Outcomes {
  chats: number;
  answered: number;
  resolved: number;
}

/** By public ids, in their order. A conversation counts once per entry point and figure. */
export const countOutcomes = statement<
  { accountId: number; uuids: readonly string[]; since: Date; until: Date },
  Outcomes & { index: number }
>(
  'conversations.count_outcomes',
  `with asked as materialized (
    select uuid, n from unnest(:uuids::uuid[]) with ordinality as i (uuid, n)
  ), chat as materialized (
    select asked.n, t.conversation_id, min(t.at) as at from asked
    cross join lateral (
      select conversation_id, account_id, at from conversation_touches where entry_point_uuid = asked.uuid offset 0
    ) t
    where t.account_id = :accountId and t.at >= :since::timestamptz and t.at < :until::timestamptz
    group by asked.n, t.conversation_id
  ), outcome as materialized (
    select chat.n,
      exists (
        select from (
          select answered_at from answers where conversation_id = chat.conversation_id offset 0
        ) a
        where a.answered_at >= chat.at
      ) as is_answered,
      exists (
        select from (
          select kind, created_at from conversation_events where conversation_id = chat.conversation_id offset 0
        ) e
        where e.kind = 'resolved' and e.created_at >= chat.at
      ) as is_resolved
    from chat
  )
  select asked.n::int - 1 as index, count(outcome.n)::int as chats,
    count(*) filter (where is_answered)::int as answered, count(*) filter (where is_resolved)::int as resolved
  from asked left join outcome on outcome.n = asked.n group by asked.n order by asked.n`,
).all;

export interface ListedTouch extends TouchRow {
  id: number;
  conversation_uuid: string;
  phone: string;
}

/** Oldest first, after a row id. */
export const listTouches = statement<{ accountId: number; after: number; limit: number }, ListedTouch>(
  'conversations.list_touches',
  `select t.id, t.kind, t.entry_point_uuid, e.name as entry_point_name, t.referral, t.at, c.conversation_uuid, c.phone
   from (
     select * from conversation_touches
     where account_id = :accountId and id > :after::bigint order by account_id, id limit :limit::bigint
   ) t
   cross join lateral (select conversation_uuid, phone from conversations where id = t.conversation_id offset 0) c
   left join lateral (select name from entry_points where entry_point_uuid = t.entry_point_uuid limit 1) e on true
   order by t.id`,
).all;
