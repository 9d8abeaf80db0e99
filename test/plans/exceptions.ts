const UNFINISHED = 'The index has only the broadcasts that are not finished.';

/** Statements that read a growing table from end to end, each with the reason why it may. */
export const WHOLE_READS: Readonly<Record<string, string>> = {
  'broadcasts.list_due': UNFINISHED,
  'broadcasts.list_obstructed': UNFINISHED,
  'broadcasts.lock_stopping': UNFINISHED,
  'broadcasts.read_lane': UNFINISHED,
  'accounts.list_accounts': 'A command of the operator prints all accounts.',
};
