import type { ListedSession } from '../sessions/session.ts';

export function viewOwnSession(session: ListedSession, currentId: number) {
  const { id, session_uuid, created_at, last_seen_at, expires_at, address, user_agent } = session;
  return {
    id: session_uuid,
    is_current: id === currentId,
    address,
    user_agent,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
