import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { LinkKind } from './schema.ts';

export type { LinkKind };

export interface NewLink {
  token_hash: Buffer;
  account_id: number;
  user_id: number;
  kind: LinkKind;
  created_at: Date;
  expires_at: Date;
}

export interface LivingLink {
  account_id: number;
  user_id: number;
  user_uuid: string;
  kind: LinkKind;
}

export const insertLink = statement<NewLink>(
  'links.insert',
  `insert into user_links (token_hash, account_id, user_id, kind, created_at, expires_at)
   values (:token_hash, :account_id, :user_id, :kind, :created_at, :expires_at)`,
).inTx.run;
export const removeLinks = statement<{ userId: number }>(
  'links.delete_of_user',
  'delete from user_links where user_id = :userId',
).inTx.run;

export const findLiving = statement<{ tokenHash: Buffer; at: Date }, LivingLink>(
  'links.find_living',
  `select l.account_id, l.user_id, u.user_uuid, l.kind
   from (select * from user_links where token_hash = :tokenHash offset 0) l
   cross join lateral (select user_uuid from users where id = l.user_id offset 0) u
   where l.expires_at > :at::timestamptz`,
).first;

const USE = statement<{ tokenHash: Buffer; at: Date }>(
  'links.use',
  'delete from user_links where token_hash = :tokenHash and expires_at > :at::timestamptz',
);

/** False when another call has used it. */
export async function useLink(tx: Tx, tokenHash: Buffer, at: Date): Promise<boolean> {
  return (await USE.run(tx, { tokenHash, at })) === 1;
}

export const listExpiries = statement<
  { userIds: readonly number[]; at: Date },
  { user_id: number; expires_at: Date }
>(
  'links.list_expiries',
  `select l.user_id, l.expires_at from unnest(:userIds::bigint[]) as u (id)
   cross join lateral (select user_id, expires_at from user_links where user_id = u.id offset 0) l
   where l.expires_at > :at::timestamptz`,
).all;
