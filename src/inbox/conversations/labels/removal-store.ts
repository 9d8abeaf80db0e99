import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export const listDeleted = statement<{ after: number; limit: number }, { id: number }>(
  'labels.list_deleted',
  'select id from labels where deleted_at is not null and id > :after order by id limit :limit::bigint',
).all;

const LOCK_LABELLED = statement<{ labelId: number; limit: number }, { id: number }>(
  'labels.lock_labelled',
  `select id from conversations
   where id = any (array(
     select conversation_id from conversation_labels where label_id = :labelId limit :limit::bigint
   ))
   order by id for no key update`,
);
const REMOVE = statement<{ labelId: number; ids: readonly number[] }>(
  'labels.remove_from_conversations',
  'delete from conversation_labels where label_id = :labelId and conversation_id = any (:ids::bigint[])',
);

/** Locks conversations before their labels, as every change of a conversation does. Answers their number. */
export async function removeFromSome(tx: Tx, labelId: number, limit: number): Promise<number> {
  const locked = await LOCK_LABELLED.all(tx, { labelId, limit });
  if (locked.length > 0) await REMOVE.run(tx, { labelId, ids: locked.map(({ id }) => id) });
  return locked.length;
}

export const deleteRow = statement<{ labelId: number }>(
  'labels.delete',
  'delete from labels where id = :labelId and deleted_at is not null',
).run;
