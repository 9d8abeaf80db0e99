import type { Role } from '../../../platform/accounts/role.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface MeRow {
  user_uuid: string;
  email: string;
  name: string;
  role: Role;
  is_operator: boolean;
  has_password: boolean;
  has_oidc: boolean;
  has_second_factor: boolean;
  created_at: Date;
  device_uuids: string[];
}

export const findMe = statement<{ id: number }, MeRow>(
  'staff.find_me',
  `select u.user_uuid, u.email, u.name, u.role, u.is_operator,
     u.password_hash is not null as has_password, u.oidc_subject is not null as has_oidc,
     u.totp_confirmed_at is not null as has_second_factor, u.created_at,
     array(
       select d.device_uuid::text from user_devices x
       cross join lateral (select device_uuid from devices where id = x.device_id offset 0) d
       where x.user_id = u.id order by x.device_id
     ) as device_uuids
   from users u where u.id = :id`,
).one;

const REPLACE_PASSWORD = statement<{ id: number; before: string | null; after: string }>(
  'staff.replace_password',
  `update users set password_hash = :after
   where id = :id and password_hash is not distinct from :before::text`,
);

/** `before`: null without a password. False: changed meanwhile. */
export async function replacePassword(
  tx: Tx,
  id: number,
  before: string | null,
  after: string,
): Promise<boolean> {
  return (await REPLACE_PASSWORD.run(tx, { id, before, after })) > 0;
}
