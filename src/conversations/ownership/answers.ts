/** SQL: answers of automations, and of staff in Kurir. A reply on the phone is sent already. */
const IS_ANSWER = "m.source in ('bot', 'staff')";

/**
 * SQL: whether an answer to the question of `c.answering_since` was sent. `orElse`: the condition under which another
 * message counts as well.
 */
export const hasAnswer = (orElse = 'false') => `
  exists (
    select from messages m
    where m.conversation_id = c.id and ${IS_ANSWER} and m.id >= c.answering_from
      and (m.status in ('sent', 'delivered', 'read') or ${orElse})
  )`;

/**
 * SQL: since when the customer of `c` waits after an answer of the time `at`, which answers only what came before it.
 * `since`: the time of the first message without an answer until now.
 */
export const openAfter = (since: string, at: string) => `
  case when ${since} > ${at} then ${since}
    when ${since} is not null and c.last_customer_at > ${at} then c.last_customer_at end`;

/**
 * SQL: the CTE `answer` of a queued answer to the questions up to the time `upTo`. While no earlier answer was sent,
 * the first question stays. It needs this answer or a later one, because an earlier one is none to the questions
 * after it.
 */
export const queuedAnswer = (upTo: string) => `
  answer as materialized (
    select c.waiting_since <= ${upTo} as answers,
      case when c.answering_since is not null and not ${hasAnswer()} then c.answering_since
        else c.waiting_since end as since
    from conversations c where c.id = :id
  )`;

/** SQL: the columns of `c` that a queued answer changes. It is the newest one, because the conversation is locked. */
export const setQueuedAnswer = (upTo: string) => `
  answering_since = case when a.answers then a.since else c.answering_since end,
  answering_from = case when a.answers then (
    select m.id from messages m where m.conversation_id = c.id and ${IS_ANSWER} order by m.id desc limit 1
  ) else c.answering_from end,
  waiting_since = ${openAfter('c.waiting_since', upTo)}`;
