/**
 * In SQL, for `fanned_out` of a new event: true when its account has no webhook that is enabled, so that nothing is left to be done about the event
 * and it is spared its update. A webhook that is registered in this very moment begins with what happens after it; what happened before is there
 * for a replay. `accountId` is a column.
 */
export function nobodyListens(accountId: string): string {
  return `not exists (select from webhooks where webhooks.account_id = ${accountId} and webhooks.status = 'enabled' offset 0)`;
}
