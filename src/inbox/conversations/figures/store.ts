import { isGroupSql } from '../../../gateway/people/identity.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { facetsOf } from '../facets.ts';
import type { FigureGroup } from './schema.ts';

/** What the figures are of. */
export interface Scope {
  /** Local dates. */
  firstDay: string;
  lastDay: string;
  accountId: number;
  /** Null: all numbers. */
  channelId: number | null;
  from: Date;
  until: Date;
  /** The begin of each day. */
  days: readonly Date[];
  timezone: string;
  /** Targets. Null: none. */
  firstSeconds: number | null;
  nextSeconds: number | null;
}

interface Bucket {
  /** Day number from 1, weekday and hour, channel row id, or person's key. Null: total, no person, or no hour. */
  bucket: string | null;
  is_total: boolean;
}

const SCOPE = (channelId: string) => `(:channelId::bigint is null or ${channelId} = :channelId::bigint)`;
const dayOf = (at: string) => `width_bucket(${at}, :days::timestamptz[])::text`;
/** Such as `1 9`: Monday from 9 to 10. */
const hourOf = (at: string) => `to_char(${at} at time zone :timezone::text, 'ID FMHH24')`;
/** A statement per group reads only what it needs. */
const perGroup = <Value>(make: (group: FigureGroup) => Value): Record<FigureGroup, Value> => ({
  day: make('day'),
  hour: make('hour'),
  device: make('device'),
  person: make('person'),
});
/** With a total: medians cannot be added. */
const GROUPED = 'bucket, grouping(bucket) = 1 as is_total';

export interface AnswersRow extends Bucket {
  bot_answers: number;
  first_count: number;
  /** Null: no target. */
  first_on_time: number | null;
  /** Median and 90th percentile. Null: no answer. */
  first_seconds: number[] | null;
  first_open_seconds: number[] | null;
  next_count: number;
  next_on_time: number | null;
  next_seconds: number[] | null;
  next_open_seconds: number[] | null;
}

const ANSWER_BUCKETS: Record<FigureGroup, string> = {
  day: dayOf('answered_at'),
  hour: hourOf('answered_at'),
  device: 'channel_id::text',
  person: `case when source <> 'staff' then source when user_id is not null then 'user:' || user_id
    when actor is not null then 'name:' || actor else 'api' end`,
};
const percentiles = (column: string, filter: string) =>
  `percentile_disc(array[0.5, 0.9]) within group (order by ${column}) filter (where ${filter})`;
const FIRST = `source <> 'bot' and is_first`;
const NEXT = `source <> 'bot' and not is_first`;

const onTime = (target: string, filter: string) =>
  `case when ${target}::int is not null
        then (count(*) filter (where ${filter} and open_seconds <= ${target}::int))::int end`;

const READ_ANSWERS = perGroup((group) =>
  statement<Scope & { limit: number }, AnswersRow>(
    `conversations.figures_of_answers_by_${group}`,
    `with found as materialized (
      select ${ANSWER_BUCKETS[group]} as bucket, source, is_first, seconds, open_seconds from answers
      where account_id = :accountId and answered_at >= :from and answered_at < :until and ${SCOPE('channel_id')}
        and :days::timestamptz[] is not null
    )
    select ${GROUPED}, (count(*) filter (where source = 'bot'))::int as bot_answers,
      (count(*) filter (where ${FIRST}))::int as first_count,
      ${onTime(':firstSeconds', FIRST)} as first_on_time,
      ${percentiles('seconds', FIRST)} as first_seconds, ${percentiles('open_seconds', FIRST)} as first_open_seconds,
      (count(*) filter (where ${NEXT}))::int as next_count,
      ${onTime(':nextSeconds', NEXT)} as next_on_time,
      ${percentiles('seconds', NEXT)} as next_seconds, ${percentiles('open_seconds', NEXT)} as next_open_seconds
    from found group by grouping sets ((bucket), ()) order by is_total desc, count(*) desc limit :limit::bigint`,
  ),
);

export interface EventsRow extends Bucket {
  opened: number;
  resolved: number;
  assigned: number;
}

/** Null: of no person. */
const EVENT_BUCKETS: Record<FigureGroup, string> = {
  day: dayOf('e.created_at'),
  hour: hourOf('e.created_at'),
  device: 'c.channel_id::text',
  person: `case e.kind when 'resolved' then e.actor when 'opened' then null else e.details ->> 'assignee' end`,
};

const READ_EVENTS = perGroup((group) =>
  statement<Scope & { limit: number }, EventsRow>(
    `conversations.figures_of_events_by_${group}`,
    `with found as materialized (
      select ${EVENT_BUCKETS[group]} as bucket, e.kind, e.details ->> 'assignee' as assignee,
        e.conversation_id, e.episode
      from conversation_events e
      left join lateral (
        select channel_id from conversations
        where id = e.conversation_id and (${group === 'device'} or :channelId::bigint is not null) offset 0
      ) c on true
      where e.account_id = :accountId and e.created_at >= :from and e.created_at < :until
        and e.kind in ('opened', 'resolved', 'assigned', 'taken_over') and ${SCOPE('c.channel_id')}
        and :days::timestamptz[] is not null
    )
    select ${GROUPED}, (count(*) filter (where kind = 'opened'))::int as opened,
      (count(*) filter (where kind = 'resolved'))::int as resolved,
      (count(distinct (conversation_id, episode, assignee))
        filter (where kind in ('assigned', 'taken_over') and assignee is not null))::int as assigned
    from found group by grouping sets ((bucket), ()) order by is_total desc, count(*) desc limit :limit::bigint`,
  ),
);

export interface MessagesRow extends Bucket {
  messages_in: number;
}

type MessageGroup = Exclude<FigureGroup, 'person'>;
const MESSAGE_BUCKETS: Record<MessageGroup, string> = {
  day: dayOf('r.created_at'),
  hour: hourOf('r.created_at'),
  device: 's.channel_id::text',
};
const COUNTED_BUCKETS: Record<MessageGroup, string> = {
  day: '(day - :firstDay::date + 1)::text',
  hour: 'null::text',
  device: 'channel_id::text',
};

/** Messages belong to the number that their device spoke for. */
const readMessagesBy = (group: MessageGroup) =>
  statement<Scope, MessagesRow>(
    `conversations.figures_of_messages_by_${group}`,
    `with received as materialized (
      select device_id, id, created_at from messages
      where account_id = :accountId and direction = 'in' and (details is null or not details ? 'edit') and id > 0
        and created_at >= :from and created_at < :until and not ${isGroupSql('phone')}
    ), span as materialized (
      select s.* from channels c
      cross join lateral (
        select channel_id, device_id, from_message_id, until_message_id from channel_devices
        where channel_id = c.id offset 0
      ) s
      where c.account_id = :accountId and ${SCOPE('c.id')}
    ), found as (
      select ${MESSAGE_BUCKETS[group]} as bucket, 1 as messages
      from received r join span s on s.device_id = r.device_id and s.from_message_id < r.id
        and r.id <= coalesce(s.until_message_id, r.id)
      where :days::timestamptz[] is not null
      union all
      -- Of deleted messages.
      select ${COUNTED_BUCKETS[group]}, messages
      from counted_messages
      where account_id = :accountId and day >= :firstDay::date and day <= :lastDay::date and status = 'received'
        and channel_id <> 0 and ${SCOPE('channel_id')}
    )
    select ${GROUPED}, coalesce(sum(messages), 0)::int as messages_in from found group by grouping sets ((bucket), ())`,
  );
const READ_MESSAGES: Record<MessageGroup, ReturnType<typeof readMessagesBy>> = {
  day: readMessagesBy('day'),
  hour: readMessagesBy('hour'),
  device: readMessagesBy('device'),
};

export interface PresentRow extends Bucket {
  open: number;
  waiting: number;
}

const OPEN = `array[${facetsOf({ open: true, group: false }).join(', ')}]::smallint[]`;
const WAITING = `array[${facetsOf({ waiting: true, group: false }).join(', ')}]::smallint[]`;
const PRESENT_BUCKETS: Record<FigureGroup, string> = {
  day: 'null::text',
  hour: 'null::text',
  device: 'channel_id::text',
  person: 'assignee',
};

const READ_PRESENT = perGroup((group) =>
  statement<Pick<Scope, 'accountId' | 'channelId'> & { limit: number }, PresentRow>(
    `conversations.figures_of_present_by_${group}`,
    `with found as materialized (
      select ${PRESENT_BUCKETS[group]} as bucket, facet from conversations
      where account_id = :accountId and facet = any (${OPEN}) and ${SCOPE('channel_id')}
    )
    select ${GROUPED}, count(*)::int as open, (count(*) filter (where facet = any (${WAITING})))::int as waiting
    from found group by grouping sets ((bucket), ()) order by is_total desc, count(*) desc limit :limit::bigint`,
  ),
);

/** All rows of one group. */
export interface Found {
  answers: readonly AnswersRow[];
  events: readonly EventsRow[];
  messages: readonly MessagesRow[];
  present: readonly PresentRow[];
}

export function readAnswers(
  db: Queryable,
  group: FigureGroup,
  scope: Scope,
  limit: number,
): Promise<AnswersRow[]> {
  return READ_ANSWERS[group].all(db, { ...scope, limit });
}

export function readEvents(
  db: Queryable,
  group: FigureGroup,
  scope: Scope,
  limit: number,
): Promise<EventsRow[]> {
  return READ_EVENTS[group].all(db, { ...scope, limit });
}

export function readMessages(db: Queryable, group: MessageGroup, scope: Scope): Promise<MessagesRow[]> {
  return READ_MESSAGES[group].all(db, scope);
}

export function readPresent(
  db: Queryable,
  group: FigureGroup,
  { accountId, channelId }: Scope,
  limit: number,
): Promise<PresentRow[]> {
  return READ_PRESENT[group].all(db, { accountId, channelId, limit });
}

export const listNumbers = statement<{ ids: readonly number[] }, { id: number; device_uuid: string | null }>(
  'conversations.figures_of_numbers',
  `select c.id, d.device_uuid
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select id, device_id from channels where id = i.id offset 0) c
   left join lateral (select device_uuid from devices where id = c.device_id limit 1) d on true`,
).all;

export interface UserRow {
  id: number;
  user_uuid: string;
  name: string;
}

/** Some hundreds at most. */
export const listUsers = statement<{ accountId: number }, UserRow>(
  'conversations.figures_of_users',
  'select id, user_uuid, name from users where account_id = :accountId',
).all;
