/** Statements that read a growing table from end to end, each with the reason why it may. */
export const WHOLE_READS: Readonly<Record<string, string>> = {
  'accounts.list_accounts': 'A command of the operator prints all accounts.',
};
