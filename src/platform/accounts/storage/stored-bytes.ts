/** SQL: the bytes of an account. Triggers write each change in its transaction. */
export const storedBy = (accountId: string) => `greatest(0,
  coalesce((select bytes from account_storage where account_id = ${accountId}), 0)
  + coalesce((select sum(bytes)::bigint from storage_changes where account_id = ${accountId}), 0))`;
