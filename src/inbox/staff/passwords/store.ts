import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

const FIND_HASH = statement<{ id: number }, { password_hash: string | null }>(
  'staff.find_password',
  'select password_hash from users where id = :id',
);

/** Null: the user has no password. */
export async function findPasswordHash(db: Db, userId: number): Promise<string | null> {
  return (await FIND_HASH.first(db, { id: userId }))?.password_hash ?? null;
}
