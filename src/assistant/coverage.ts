/**
 * SQL: one `select device_ids` per owner, with a row for each enabled automation of the account `:accountId`. Row ids
 * of its devices; an empty array covers all.
 */
const SOURCES: readonly string[] = [
  `select device_ids from assistants where account_id = :accountId and enabled and mode = 'live'`,
  'select device_ids from auto_replies where account_id = :accountId and enabled',
  // Flows that a message can start.
  `select coalesce(device_ids, '{}') from flows
   where account_id = :accountId and published_version is not null and triggers is not null`,
];

/** SQL: the device scopes of all enabled automations of an account. */
export const COVERED = SOURCES.join('\n    union all\n    ');

/** SQL: `device_ids` of the assistant, while it judges in shadow mode. */
export const WATCHED = `select device_ids from assistants
    where account_id = :accountId and enabled and mode = 'shadow'`;
