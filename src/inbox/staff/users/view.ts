import { addressOf, type Link } from '../links/link.ts';
import type { Invitation, User, UserWithLink } from './schema.ts';
import type { UserRow } from './store.ts';

export function viewUser(row: UserRow): User {
  const { user_uuid, email, name, role, status, is_operator, has_password } = row;
  return {
    id: user_uuid,
    email,
    name,
    role,
    status,
    is_operator,
    device_uuids: role === 'agent' ? [...row.device_uuids] : null,
    has_password,
    has_second_factor: row.totp_confirmed_at !== null,
    created_at: row.created_at.toISOString(),
    last_login_at: row.last_login_at?.toISOString() ?? null,
  };
}

/** For commands. */
export function viewForOperator(row: UserRow) {
  const { id: user_id, ...user } = viewUser(row);
  return { account_id: row.account_id, user_id, ...user };
}

export function viewWithLink(row: UserRow, link: Link, publicUrl: string): UserWithLink {
  const url = addressOf(publicUrl, link);
  return { user: viewUser(row), link: { url, expires_at: link.expires_at.toISOString() } };
}

export function viewInvitation(row: UserRow, expiresAt: Date | undefined): Invitation {
  return { ...viewUser(row), expires_at: expiresAt?.toISOString() ?? null };
}
