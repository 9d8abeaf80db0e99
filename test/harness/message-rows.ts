import type { Updateable } from 'kysely';
import type { Queryable } from '../../src/platform/lib/db/statement.ts';
import { type Tables, tablesOf } from './tables.ts';

interface Owner {
  id: number;
}

/** The row of a message by its public id, as the API answered it. */
export const messageRow = ({ db }: { db: Queryable }, account: Owner, publicId: number) =>
  tablesOf(db)
    .selectFrom('messages')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();

export async function changeMessage(
  { db }: { db: Queryable },
  account: Owner,
  publicId: number,
  columns: Updateable<Tables['messages']>,
): Promise<void> {
  await tablesOf(db)
    .updateTable('messages')
    .set(columns)
    .where('account_id', '=', account.id)
    .where('public_id', '=', publicId)
    .execute();
}
