import type { Tx } from '../../lib/db/db.ts';
import { type Queryable, statement } from '../../lib/db/statement.ts';

const LIST = statement<{ after: number; limit: number }, { conversation_id: number }>(
  'conversations.list_unsent_answers',
  `select distinct conversation_id from unsent_answers where conversation_id > :after
   order by conversation_id limit :limit`,
);

/** Conversations with failed answers of the automation, in the order of their ids. */
export async function listUnsent(db: Queryable, after: number, limit: number): Promise<number[]> {
  return (await LIST.all(db, { after, limit })).map(({ conversation_id }) => conversation_id);
}

const FORGET = statement<{ id: number }>(
  'conversations.forget_unsent_answers',
  'delete from unsent_answers where conversation_id = :id',
);

export async function forgetUnsent(tx: Tx, id: number): Promise<void> {
  await FORGET.run(tx, { id });
}
