/**
 * SQL: of automations, and of staff in Kurir. Phone replies are sent already; notices do not
 * answer.
 */
const IS_ANSWER = `m.source in ('bot', 'staff') and m.details -> 'automation' -> 'is_notice' is null`;

/** SQL: an answer since `c.answering_since` was sent. `orElse`: which other messages count. */
export const hasAnswer = (orElse = 'false') => `
  exists (
    select from messages m
    where m.conversation_id = c.id and ${IS_ANSWER} and m.id >= c.answering_from
      and (m.status in ('sent', 'delivered', 'read') or ${orElse})
  )`;

/**
 * SQL: since when the customer of `c` waits after an answer at `at`. `since`: the first unanswered
 * message.
 */
export const openAfter = (since: string, at: string) => `
  case when ${since} > ${at} then ${since}
    when ${since} is not null and c.last_customer_at > ${at} then c.last_customer_at end`;

/** SQL: keeps rows of the CTE `answer` that may end a wait; `answers/` counts sent ones. */
export const noteAnswers = ({ source, upTo, sentAt }: { source: string; upTo: string; sentAt: string }) => `
  kept as (
    insert into open_answers (account_id, conversation_id, channel_id, episode, source, message_id, asked_at,
      answering_since, up_to, sent_at)
    select account_id, id, channel_id, episode, '${source}', message_id, asked_at, answering_since, ${upTo},
      ${sentAt}::timestamptz
    from answer where coalesce(asked_at, answering_since) <= ${upTo}
    on conflict (message_id) do nothing
  )`;

/**
 * SQL: the CTE `answer`: queued answers to questions up to `upTo`, in `c` of `from`. The first
 * question stays until an answer is sent. The lock makes this one the newest.
 */
export const queuedAnswer = (source: 'staff' | 'bot', { from, upTo }: { from: string; upTo: string }) => `
  answer as materialized (
    select c.id, c.account_id, c.channel_id, c.episode, ${upTo} as up_to,
      case when c.waiting_since <= ${upTo} then c.waiting_since end as asked_at,
      case when c.answering_since is not null and not ${hasAnswer()} then c.answering_since end as answering_since,
      (
        select m.id from messages m where m.conversation_id = c.id and ${IS_ANSWER} order by m.id desc limit 1
      ) as message_id
    from ${from}
  ), ${noteAnswers({ source, upTo: 'least(up_to, :now::timestamptz)', sentAt: 'null' })}`;

/** SQL: the wait after the queued answer `a`. */
export const OPEN_AFTER_QUEUED = openAfter('c.waiting_since', 'a.up_to');

/** SQL: columns of `c`, for the queued answer `a`. */
export const SET_QUEUED_ANSWER = `
  answering_since = case when a.asked_at is null then c.answering_since
    else coalesce(a.answering_since, a.asked_at) end,
  answering_from = case when a.asked_at is null then c.answering_from else a.message_id end,
  waiting_since = ${OPEN_AFTER_QUEUED}`;
