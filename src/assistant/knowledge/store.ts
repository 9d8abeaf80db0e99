import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

export const raiseRevision = statement<{ accountId: number; now: Date }>(
  'knowledge.raise_revision',
  `insert into knowledge_books as b (account_id, updated_at) values (:accountId, :now::timestamptz)
   on conflict (account_id) do update set revision = b.revision + 1, updated_at = excluded.updated_at`,
).inTx.run;

const FIND = statement<{ accountId: number }, { revision: number }>(
  'knowledge.find_revision',
  'select revision from knowledge_books where account_id = :accountId',
);

export async function findRevision(db: Db, accountId: number): Promise<number | undefined> {
  return (await FIND.first(db, { accountId }))?.revision;
}
