import { seesChannel } from '../../../gateway/devices/channels/channel.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { RatingGroup } from './schema.ts';

export interface Scope {
  accountId: number;
  /** Null: all numbers. */
  channelId: number | null;
  from: Date;
  until: Date;
  /** The begin of each day. */
  days: readonly Date[];
  limit: number;
}

export interface FiguresRow {
  /** Number of the day from 1, or `user:` with a row id, or `name:`. Null: total. */
  bucket: string | null;
  is_total: boolean;
  asked: number;
  rated: number;
  sum: number;
  /** Ratings from 1 to 5. */
  scores: number[];
}

const BUCKETS: Record<RatingGroup, string> = {
  day: 'width_bucket(asked_at, :days::timestamptz[])::text',
  person: `case when user_id is not null then 'user:' || user_id else 'name:' || actor end`,
};

/** Conversations that were merged into one. */
const MAX_MERGED = 200;
const countsOf = [1, 2, 3, 4, 5].map((score) => `(count(*) filter (where score = ${score}))::int`).join(', ');

const readBy = (group: RatingGroup) =>
  statement<Scope, FiguresRow>(
    `conversations.rating_figures_by_${group}`,
    `with found as materialized (
       select ${BUCKETS[group]} as bucket, score from conversation_ratings
       where account_id = :accountId and asked_at >= :from and asked_at < :until
         and (:channelId::bigint is null or channel_id = :channelId::bigint) and :days::timestamptz[] is not null
     )
     select bucket, grouping(bucket) = 1 as is_total, count(*)::int as asked, count(score)::int as rated,
       coalesce(sum(score), 0)::int as sum, array[${countsOf}] as scores
     from found group by grouping sets ((bucket), ()) order by is_total desc, rated desc, bucket limit :limit::bigint`,
  );

/** The total comes first. Asked on these days. */
export const readFigures = { day: readBy('day').inTx.all, person: readBy('person').inTx.all };

export interface RatingRow {
  id: number;
  conversation_uuid: string;
  phone: string;
  name: string | null;
  score: number;
  comment: string | null;
  actor: string;
  asked_at: Date;
  rated_at: Date;
}

/** Newest first. */
export const listRatings = statement<
  {
    accountId: number;
    deviceIds: readonly number[] | null;
    /** Null: all. */
    conversationId: number | null;
    before: number | null;
    limit: number;
  },
  RatingRow
>(
  'conversations.list_ratings',
  `select r.id, c.conversation_uuid, c.phone, p.name, r.score, m.body as comment, r.actor, r.asked_at, r.rated_at
   from (
     select * from conversation_ratings
     where account_id = :accountId and score is not null and id < coalesce(:before::bigint, 9223372036854775807)
       and (:conversationId::bigint is null or conversation_id = :conversationId::bigint
         or conversation_id = any (array(
         select id from conversations where merged_into = :conversationId::bigint limit ${MAX_MERGED}
       )))
       and ${seesChannel('channel_id')}
     order by id desc limit :limit::bigint
   ) r
   cross join lateral (
     select coalesce(merged_into, id) as id from conversations where id = r.conversation_id offset 0
   ) s
   cross join lateral (
     select conversation_uuid, phone, person_id from conversations where id = s.id offset 0
   ) c
   cross join lateral (select name from people where id = c.person_id offset 0) p
   left join lateral (select body from messages where id = r.comment_id offset 0) m on true
   order by r.id desc`,
).all;
