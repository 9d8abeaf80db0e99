// Row ids count over all accounts: for claims, locks, joins and logs. Public ids count per account: answers and events
// show only these (docs/decisions/0033).

/** Rows from before the column have a public row id. */
export const publicIdOf = (m: string) => `coalesce(${m}.public_id, ${m}.id)`;

/** A row id of a newer message finds nothing. */
export const findByPublicId = (columns: string, accountId: string, publicId: string) => `
  select ${columns} from messages m where account_id = ${accountId} and public_id = ${publicId} and direction = 'out'
  union all
  select ${columns} from messages m
  where id = ${publicId} and account_id = ${accountId} and public_id is null and direction = 'out'`;

/**
 * SQL: the first id of each sender is `before + 1`. The account's row is locked until the transaction ends, so ids rise
 * in the order of acceptance. Usage rows are locked first, both in the order of accounts.
 */
export const takePublicIds = (senders: string) => `
  insert into message_counters as c (account_id, last_public_id, taken)
  select account_id, messages, messages from (${senders}) senders order by account_id
  on conflict (account_id) do update set
    last_public_id = c.last_public_id + excluded.taken,
    taken = excluded.taken
  returning account_id, last_public_id - taken as before`;
