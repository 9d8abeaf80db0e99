/**
 * SQL: whether an answer of the automation to the question of `c.answering_since` was sent. `orElse`: the condition
 * under which another message counts as well.
 */
export const hasAnswer = (orElse = 'false') => `
  exists (
    select from messages m
    where m.conversation_id = c.id and m.source = 'bot' and m.id >= c.answering_from
      and (m.status in ('sent', 'delivered', 'read') or ${orElse})
  )`;

/**
 * SQL: since when the customer of `c` waits after an answer of the time `at`, which answers only what came before it.
 * `since`: the time of the first message without an answer until now.
 */
export const openAfter = (since: string, at: string) => `
  case when ${since} > ${at} then ${since}
    when ${since} is not null and c.last_customer_at > ${at} then c.last_customer_at end`;
