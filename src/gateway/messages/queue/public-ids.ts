// A message has two ids. The row id, `messages.id`, counts over all accounts: for claims, locks, joins and logs. The
// public id counts per account: answers and events show only this one (docs/decisions/0033).

/** SQL: the public id of `m`. The migration left rows without the column: their row id is public. */
export const publicIdOf = (m: string) => `coalesce(${m}.public_id, ${m}.id)`;

/** SQL: the outbound message of an account by its public id. A row id of a newer message finds nothing. */
export const findByPublicId = (columns: string, accountId: string, publicId: string) => `
  select ${columns} from messages m where account_id = ${accountId} and public_id = ${publicId} and direction = 'out'
  union all
  select ${columns} from messages m
  where id = ${publicId} and account_id = ${accountId} and public_id is null and direction = 'out'`;

/**
 * SQL: takes ids for the messages of `senders` (account_id, messages). Returns account_id and `before`: the first id
 * is `before + 1`. The row of an account stays locked until the end of the transaction, so that ids rise in the order
 * of acceptance. Rows of usage are locked before these rows, and both in the order of accounts.
 */
export const takePublicIds = (senders: string) => `
  insert into message_counters as c (account_id, last_public_id, taken)
  select account_id, messages, messages from (${senders}) senders order by account_id
  on conflict (account_id) do update set
    last_public_id = c.last_public_id + excluded.taken,
    taken = excluded.taken
  returning account_id, last_public_id - taken as before`;
