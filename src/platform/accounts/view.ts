import type { Account, ApiKey } from './schema.ts';

export function viewAccount({ id, plan, created_at, ...account }: Account) {
  const { name, status, kind, country_code, unresolved, storage_used } = account;
  return {
    account_id: id,
    name,
    plan: plan.name,
    status,
    kind,
    country_code,
    unresolved,
    created_at,
    storage_used,
  };
}

/** Without the secret. */
export function viewKey(
  { id, allowed_addresses, last_used_at, last_used_address, ...key }: ApiKey,
  now: Date,
) {
  const { account_id, name, scope, created_at, expires_at, revoked_at, created_by, user_name } = key;
  const expired = expires_at !== null && expires_at <= now;
  const status = revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active';
  return {
    key_id: id,
    account_id,
    name,
    scope,
    status,
    created_at,
    expires_at,
    revoked_at,
    allowed_addresses: allowed_addresses ?? [],
    last_used_at,
    last_used_address,
    created_by,
    user_name,
  };
}
