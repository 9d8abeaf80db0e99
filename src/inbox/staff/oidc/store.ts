import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface OidcUser {
  id: number;
  user_uuid: string;
  account_id: number;
  status: 'invited' | 'active';
  /** By an earlier log-in. */
  is_pinned: boolean;
  has_second_factor: boolean;
}

interface Wanted {
  subject: string;
  /** Null: none that is verified. */
  email: string | null;
  accountId: number | null;
  limit: number;
}

/** By subject first, then by e-mail without a subject. */
export const findUsers = statement<Wanted, OidcUser>(
  'oidc.find_users',
  `select u.id, u.user_uuid, u.account_id, u.status, u.oidc_subject is not null as is_pinned,
     u.totp_confirmed_at is not null as has_second_factor
   from (
     select id from users where oidc_subject = :subject
     union
     select e.id from users e
     where e.email = :email and e.oidc_subject is null and not exists (
       select from users p where p.oidc_subject = :subject and p.account_id = e.account_id
     )
   ) f cross join lateral (select * from users where id = f.id offset 0) u
   where u.status <> 'disabled' and u.account_id = coalesce(:accountId::bigint, u.account_id)
   order by is_pinned desc, u.id limit :limit`,
).all;
const PIN = statement<{ id: number; email: string; subject: string }>(
  'oidc.pin_user',
  `update users set oidc_subject = :subject, status = 'active'
   where id = :id and email = :email and oidc_subject is null and totp_confirmed_at is null
     and status in ('invited', 'active')`,
);
const LOCK_PINNED = statement<{ id: number; subject: string }, { id: number }>(
  'oidc.lock_pinned_user',
  `select id from users where id = :id and oidc_subject = :subject and status = 'active' for no key update`,
);
export const deleteInvitations = statement<{ userId: number }>(
  'oidc.delete_invitations',
  `delete from user_links where user_id = :userId and kind = 'invitation'`,
).inTx.run;

/** An invited user becomes active. False: the user changed meanwhile. */
export async function pinUser(
  tx: Tx,
  user: { id: number; email: string; subject: string },
): Promise<boolean> {
  return (await PIN.run(tx, user)) === 1;
}

/** False: the user changed meanwhile. */
export async function lockPinned(tx: Tx, id: number, subject: string): Promise<boolean> {
  return (await LOCK_PINNED.first(tx, { id, subject })) !== undefined;
}
