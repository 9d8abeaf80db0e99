import type { LoggedRequest } from './schema.ts';
import type { RequestRow } from './store.ts';

export function viewRequest(row: RequestRow): LoggedRequest {
  const { id, request_id, method, route, path, status, code, message, duration_ms } = row;
  return {
    id,
    at: row.happened_at.toISOString(),
    request_id,
    method,
    route,
    path,
    status,
    error: code,
    message,
    duration_ms,
    api_key: { id: row.key_id, name: row.key_name },
    address: row.address,
    user_agent: row.user_agent,
    unlisted: row.unlisted,
  };
}
