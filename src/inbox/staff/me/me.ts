import type { Context } from '../../../context.ts';
import { Me } from './schema.ts';
import * as store from './store.ts';

export { Me };

/** The user as the user may see it. */
export async function getMe(
  { db }: Pick<Context, 'db'>,
  account: Me['account'],
  userId: number,
): Promise<Me> {
  const row = await store.findMe(db, { id: userId });
  const { user_uuid: id, email, name, role, is_operator, has_password, has_oidc, has_second_factor } = row;
  return {
    id,
    email,
    name,
    role,
    is_operator,
    device_uuids: role === 'agent' ? row.device_uuids : null,
    has_password,
    has_oidc,
    has_second_factor,
    created_at: row.created_at.toISOString(),
    account: { id: account.id, name: account.name, kind: account.kind },
  };
}
