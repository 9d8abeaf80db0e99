import { announce, isWanted } from '../../../gateway/events/event.ts';
import { isGroupSql } from '../../../gateway/people/identity.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { CONVERSATION_RATED } from '../events.ts';
import type { RatingRequest } from './request.ts';

/** For a conversation that staff has resolved. Undefined: the account does not ask, or staff did not answer. */
export const plan = statement<
  { id: number; userUuid: string | null; actor: string; now: Date },
  { ask_at: Date }
>(
  'conversations.plan_rating',
  `insert into conversation_ratings (account_id, conversation_id, channel_id, episode, ownership_version, user_id,
     actor, ask_at)
   select c.account_id, c.id, c.channel_id, c.episode, c.ownership_version,
     (select id from users where user_uuid = :userUuid::uuid), :actor,
     :now::timestamptz + (a.rating_request ->> 'delay_minutes')::int * interval '1 minute'
   from conversations c
   cross join lateral (select rating_request from accounts where id = c.account_id offset 0) a
   where c.id = :id and a.rating_request is not null and not ${isGroupSql('c.phone')} and (
     exists (
       select from answers
       where conversation_id = c.id and episode = c.episode and source in ('staff', 'phone') offset 0
     ) or exists (
       select from open_answers
       where conversation_id = c.id and episode = c.episode and source in ('staff', 'phone') offset 0
     )
   )
   on conflict (conversation_id) where asked_at is null do update set episode = excluded.episode,
     ownership_version = excluded.ownership_version, user_id = excluded.user_id, actor = excluded.actor,
     ask_at = excluded.ask_at
   returning ask_at`,
).inTx.first;

export interface DueRow {
  id: number;
  conversation_id: number;
  ownership_version: number;
  episode: number;
  actor: string;
  /** The rating has come, and gets its thanks. False: the question is due. */
  owes_thanks: boolean;
  /** As it is now. Null: the account asks no more. */
  request: RatingRequest | null;
  person_id: number;
}

export const listDue = statement<{ accountId: number; now: Date; limit: number }, DueRow>(
  'conversations.list_due_ratings',
  `select r.id, r.conversation_id, r.ownership_version, r.episode, r.actor, r.owes_thanks, a.rating_request as request,
     c.person_id
   from (
     select * from conversation_ratings
     where account_id = :accountId and (asked_at is null or owes_thanks) and ask_at <= :now
     order by ask_at, id limit :limit::bigint
   ) r
   cross join lateral (select rating_request from accounts where id = r.account_id offset 0) a
   cross join lateral (select person_id from conversations where id = r.conversation_id offset 0) c
   order by r.ask_at, r.id`,
).all;

/** Of the next question. Null: none is planned. */
export const findNext = statement<{ accountId: number }, { ask_at: Date | null }>(
  'conversations.find_next_rating',
  `select min(ask_at) as ask_at from conversation_ratings
   where account_id = :accountId and (asked_at is null or owes_thanks)`,
).one;

/** Within the last days, in any conversation of the person. */
export const wasAsked = statement<{ personId: number; since: Date }, { was_asked: boolean }>(
  'conversations.was_asked_for_rating',
  `select exists (
     select from (
       select :personId::bigint as id union all select id from people where merged_into = :personId::bigint
     ) p
     cross join lateral (select id from conversations where person_id = p.id offset 0) c
     cross join lateral (
       select asked_at from conversation_ratings where conversation_id = c.id offset 0
     ) r
     where r.asked_at > :since
   ) as was_asked`,
).one;

export const drop = statement<{ id: number }>(
  'conversations.drop_rating',
  `with locked as materialized (
     select id, asked_at from conversation_ratings where id = :id for update
   )
   delete from conversation_ratings where id = (select id from locked where asked_at is null)`,
).run;

/** Undefined: dropped. With `asked_at`, another process was first. */
export const lockPlanned = statement<{ id: number }, { asked_at: Date | null }>(
  'conversations.lock_planned_rating',
  'select asked_at from conversation_ratings where id = :id for no key update',
).inTx.first;

export const noteAsked = statement<{ id: number; messageId: number; until: Date; now: Date }>(
  'conversations.note_rating_asked',
  `with asked as (
     update conversation_ratings set asked_at = :now, asking_id = :messageId where id = :id
     returning conversation_id
   )
   update conversations set rating_until = :until::timestamptz where id = (select conversation_id from asked)`,
).inTx.run;

/** Undefined: another process was first. */
export const lockOwing = statement<{ id: number }, { id: number }>(
  'conversations.lock_owing_rating',
  'select id from conversation_ratings where id = :id and owes_thanks for no key update',
).inTx.first;

/** `messageId` null: nothing is sent. */
export const noteThanked = statement<{ id: number; messageId: number | null }>(
  'conversations.note_rating_thanked',
  `update conversation_ratings set owes_thanks = false, asking_id = coalesce(:messageId::bigint, asking_id)
   where id = :id and owes_thanks`,
).inTx.run;

/** What was asked last in a locked conversation. */
export interface OpenRating {
  id: number;
  account_id: number;
  conversation_id: number;
  episode: number;
  score: number | null;
  rated_id: number | null;
  actor: string;
  /** The conversation was not opened since. */
  is_closed: boolean;
  /** The customer got nothing else since. */
  is_newest: boolean;
  says_thanks: boolean;
}

export const listOpen = statement<{ conversationIds: readonly number[] }, OpenRating>(
  'conversations.list_open_ratings',
  `select r.id, r.account_id, r.conversation_id, r.episode, r.score, r.rated_id, r.actor,
     c.owner_state = 'closed' as is_closed,
     coalesce(later.is_newest, false) as is_newest,
     coalesce((a.rating_request ->> 'says_thanks')::bool, false) as says_thanks
   from unnest(:conversationIds::bigint[]) as i (id)
   cross join lateral (select id, owner_state from conversations where id = i.id offset 0) c
   cross join lateral (
     select * from conversation_ratings where conversation_id = i.id and asked_at is not null
     order by asked_at desc limit 1
   ) r
   cross join lateral (select rating_request from accounts where id = r.account_id offset 0) a
   left join lateral (
     select device_id, phone from messages where id = r.asking_id and error_code is null offset 0
   ) q on true
   left join lateral (
     select not exists (
       select from messages
       where device_id = q.device_id and phone = q.phone and length(phone) <= 512 and id > r.asking_id
         and direction = 'out' offset 0
     ) as is_newest where q.device_id is not null
   ) later on true`,
).all;

export interface Rated {
  id: number;
  score: number;
  ratedId: number;
  commentId: number | null;
  owesThanks: boolean;
  /** Until when a comment may follow. */
  until: Date;
  /** The message that says it. */
  messageId: number;
}

const NOTE_RATED = statement<Rated & { now: Date }>(
  'conversations.note_rated',
  `with rated as (
    update conversation_ratings set score = :score, rated_at = coalesce(rated_at, :now), rated_id = :ratedId,
      comment_id = :commentId::bigint, owes_thanks = owes_thanks or :owesThanks
    where id = :id
    returning *
  ), marked as (
    update messages set details = coalesce(details, '{}') || jsonb_build_object('rated', :score::int)
    where id = :messageId
  ), limited as (
    update conversations set rating_until = :until::timestamptz where id = (select conversation_id from rated)
  ), happened as (
    select r.account_id, r.score, r.actor, r.asked_at, c.conversation_uuid, c.phone, d.device_uuid,
      (select body from messages where id = r.comment_id) as comment, :now::timestamptz as happened_at
    from rated r
    cross join lateral (
      select conversation_uuid, phone, channel_id from conversations where id = r.conversation_id offset 0
    ) c
    cross join lateral (select device_id from channels where id = c.channel_id offset 0) h
    left join lateral (select device_uuid, engine from devices where id = h.device_id offset 0) d on true
    where d.engine is distinct from 'widget' and ${isWanted('r.account_id', `'${CONVERSATION_RATED.type}'`)}
  ), ${announce(CONVERSATION_RATED, {
    device_uuid: 'e.device_uuid',
    timestamp: 'kurir_iso(e.happened_at)',
    conversation_id: 'e.conversation_uuid',
    phone: 'e.phone',
    score: 'e.score',
    comment: 'e.comment',
    resolved_by: 'e.actor',
    asked_at: 'kurir_iso(e.asked_at)',
  })}
  select 1`,
);

/** With its event. In the transaction of the message. */
export async function noteRated(tx: Tx, rated: Rated, now: Date): Promise<void> {
  await NOTE_RATED.run(tx, { ...rated, now });
}

const LIST_TEXTS = statement<{ deviceId: number; phone: string }, { body: string }>(
  'conversations.list_rating_texts',
  `select body from (
     select id, body, type from messages
     where device_id = :deviceId and phone = :phone and length(phone) <= 512 and direction = 'in'
     order by id desc limit 20
   ) m
   where type = 'text' and body is not null order by id desc`,
);

/** What the customer wrote last, the newest first. */
export async function listTexts(
  db: Queryable,
  chat: { device_id: number; phone: string },
): Promise<string[]> {
  const rows = await LIST_TEXTS.all(db, { deviceId: chat.device_id, phone: chat.phone });
  return rows.map(({ body }) => body);
}
