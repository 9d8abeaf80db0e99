/**
 * SQL: since when the customer of `c` waits after an answer of the time `at`, which answers only what came before it.
 * `since`: the time of the first message without an answer until now.
 */
export const openAfter = (since: string, at: string) => `
  case when ${since} > ${at} then ${since}
    when ${since} is not null and c.last_customer_at > ${at} then c.last_customer_at end`;
