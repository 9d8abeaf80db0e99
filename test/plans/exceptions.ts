const OPERATOR_LIST = 'A command of the operator reads broadcasts of all accounts.';
const OPERATOR_PAGE = 'The operator sees figures of the whole installation.';
const UNFINISHED = 'The index has only the broadcasts that are not finished.';
const OPEN_WORK = 'The index has only what is not finished.';
const AFTER_A_LOSS = 'Runs once, when a restored database or a failover is noticed.';

/** Statements that may read a growing table from end to end, each with its reason. */
export const WHOLE_READS: Readonly<Record<string, string>> = {
  'broadcasts.count_all': OPERATOR_LIST,
  'broadcasts.count_status': OPERATOR_LIST,
  'broadcasts.list_status': OPERATOR_LIST,
  'broadcasts.list_due': UNFINISHED,
  'broadcasts.read_backlog': UNFINISHED,
  'automation.count_vector_searches': 'A command of the operator counts the accounts with vectors.',
  'automation.forget_all_pgvector': 'Runs once, when the table for pgvector is made.',
  'automation.release_all_claims': 'The only gateway takes over every open turn when it starts.',
  'broadcasts.list_work': UNFINISHED,
  'broadcasts.lock_cancelled': UNFINISHED,
  'broadcasts.read_device_load': UNFINISHED,
  'accounts.count_accounts': OPERATOR_PAGE,
  'usage.count_near_quota': OPERATOR_PAGE,
  'accounts.list_accounts': 'A command of the operator prints all accounts.',
  'accounts.hold': AFTER_A_LOSS,
  'accounts.list_held': OPERATOR_PAGE,
  'messages.skip_public_ids': AFTER_A_LOSS,
  'stream.skip_positions': AFTER_A_LOSS,
  'account_exports.list_open': OPEN_WORK,
  'contacts.list_open_bulks': OPEN_WORK,
  'people.list_accounts_with_erasures': OPEN_WORK,
  'devices.find_interrupted_pairings': 'Runs once, at the start of a gateway.',
  'devices.leave_node': 'Runs once, at the end of a sessions process.',
  'devices.count_all_devices': OPERATOR_PAGE,
  'devices.count_states': OPERATOR_PAGE,
  'devices.count_needing_attention': OPERATOR_PAGE,
  'devices.list_nodes': OPERATOR_PAGE,
  'devices.list_all_devices': 'A command of the operator prints all devices.',
  'devices.release_all_nodes': 'Runs once, at the start of a gateway.',
  'devices.release_node': 'Runs once, after the death of a sessions process.',
  'events.count_backlog': 'For the operator: the table holds what waits.',
  'events.take_over': 'Its index holds only what processes of the version before have written.',
  'messages.read_queue': 'For the operator, what its index holds: the waiting messages.',
  'webhooks.count_all': OPERATOR_PAGE,
  'webhooks.count_in_trouble': OPERATOR_PAGE,
  'webhooks.read_queue': 'For the operator, what its index holds: deliveries that wait.',
  'webhooks.forget_old_secrets': 'A job of the night.',
  'webhooks.list_all': 'A command of the operator prints all webhooks.',
  'webhooks.list_unsubscribed': 'A job that compares all webhooks with their subscriptions.',
  'webhooks.release_all_claims': 'The only gateway takes over every pending delivery when it starts.',
};
