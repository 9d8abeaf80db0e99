import type { ApiKey } from '../schema.ts';
import type { ApiKeyItem } from './schema.ts';

/** Without the secret. */
export function viewApiKey(key: ApiKey): ApiKeyItem {
  return {
    ...viewBounds(key),
    revoked_at: key.revoked_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
    last_used_address: key.last_used_address,
    ...viewMaker(key),
  };
}

export function viewBounds({ id, name, scope, created_at, expires_at, allowed_addresses }: ApiKey) {
  return {
    id,
    name,
    scope,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    allowed_addresses: [...(allowed_addresses ?? [])],
  };
}

function viewMaker({ created_by: type, created_by_id: id, user_uuid, user_name }: ApiKey) {
  return {
    created_by: type && { type, id },
    user: user_uuid === null || user_name === null ? null : { id: user_uuid, name: user_name },
  };
}
